/* SPDX-License-Identifier: Apache-2.0 */
/* disk.h - a disk that keeps only what was synced, for SQLite: a VFS in front of the usual one.
 *
 * What is written lies in memory until the file is synced, and only then in the real file. At a chosen write
 * the disk does what disks do: the power fails, the write fails, or there is no room; or at a chosen read,
 * write or sync it stalls for three seconds and then goes on. After a power failure each write that was not
 * synced is, by the draw of a seed, there, not there, or there in some of its sectors; so writes are lost,
 * torn and reordered. One disk at a time; for tests. */
#ifndef CROUPIER_TESTS_CRASH_DISK_H
#define CROUPIER_TESTS_CRASH_DISK_H

#include <stdint.h>

#define DISK_VFS "croupier-disk"

enum disk_fate { DISK_SOUND, DISK_POWER_FAILS, DISK_WRITE_FAILS, DISK_IS_FULL, DISK_STALLS };

/* Registers the VFS (once), and starts a new disk over the real files. `at`: the number of the write, or
 * of the call that stalls, from 1. */
void disk_start(enum disk_fate fate, unsigned at, uint64_t seed);

/* True once it has happened. */
int disk_has_failed(void);

/* The connections are closed. After a power failure: brings the real files into the state a restart would
 * find; in any other case everything written is there. Forgets everything. */
void disk_end(void);

/* Writes seen so far. */
unsigned disk_writes(void);

/* Reads, writes and syncs seen so far. */
unsigned disk_calls(void);

#endif
