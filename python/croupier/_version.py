# SPDX-License-Identifier: Apache-2.0
"""The version of the library that this package is for."""
VERSION = "0.1.0"
