# SPDX-License-Identifier: Apache-2.0
"""Gymnasium and its spaces where they are installed; otherwise as little of them as the environments need, with the same
attributes and methods, so that programs run either way."""
from __future__ import annotations

from enum import Enum
from typing import Any

import numpy as np

try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete, MultiDiscrete

    Env: Any = gymnasium.Env
    VectorEnv: Any = gymnasium.vector.VectorEnv
    HAS_GYMNASIUM = True
except ImportError:
    HAS_GYMNASIUM = False

    class Space:  # type: ignore[no-redef]
        def __init__(self, shape: tuple[int, ...], dtype: Any, seed: int | None = None):
            self.shape = shape
            self.dtype = np.dtype(dtype)
            self.seed(seed)

        def seed(self, seed: int | None = None) -> None:
            self.np_random = np.random.default_rng(seed)

    class Discrete(Space):  # type: ignore[no-redef]
        """The whole numbers from 0 to n - 1."""

        def __init__(self, n: int, seed: int | None = None):
            self.n = n
            super().__init__((), np.int64, seed)

        def sample(self, mask: Any = None) -> int:
            choices = np.arange(self.n) if mask is None else np.flatnonzero(mask)
            return int(self.np_random.choice(choices))

        def contains(self, value: Any) -> bool:
            return 0 <= int(value) < self.n

    class MultiDiscrete(Space):  # type: ignore[no-redef]
        """One such number for each place."""

        def __init__(self, nvec: Any, seed: int | None = None):
            self.nvec = np.asarray(nvec, np.int64)
            super().__init__(self.nvec.shape, np.int64, seed)

        def sample(self, mask: Any = None) -> Any:
            return (self.np_random.random(self.nvec.shape) * self.nvec).astype(np.int64)

        def contains(self, value: Any) -> bool:
            value = np.asarray(value)
            return value.shape == self.shape and bool(((value >= 0) & (value < self.nvec)).all())

    class Box(Space):  # type: ignore[no-redef]
        """Arrays of a shape between two bounds."""

        def __init__(self, low: Any, high: Any, shape: tuple[int, ...] | None = None, dtype: Any = np.float32, seed: int | None = None):
            super().__init__(shape if shape is not None else np.shape(low), dtype, seed)
            self.low = np.broadcast_to(np.asarray(low, dtype), self.shape)
            self.high = np.broadcast_to(np.asarray(high, dtype), self.shape)

        def sample(self, mask: Any = None) -> Any:
            return self.np_random.integers(self.low, self.high, endpoint=True).astype(self.dtype)

        def contains(self, value: Any) -> bool:
            value = np.asarray(value)
            return value.shape == self.shape and bool(((value >= self.low) & (value <= self.high)).all())

    class Env:  # type: ignore[no-redef]
        metadata: dict[str, Any] = {}
        render_mode: str | None = None
        spec = None
        _np_random: Any = None

        @property
        def unwrapped(self) -> Any:
            return self

        @property
        def np_random(self) -> Any:
            if self._np_random is None:
                self._np_random = np.random.default_rng()
            return self._np_random

        def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
            if seed is not None:
                self._np_random = np.random.default_rng(seed)

        def close(self) -> None:
            pass

        def __enter__(self) -> Any:
            return self

        def __exit__(self, *_: Any) -> None:
            self.close()

    class VectorEnv(Env):  # type: ignore[no-redef]
        num_envs: int

try:
    from gymnasium.vector import AutoresetMode
except ImportError:  # not there, or older than 1.1

    class AutoresetMode(Enum):  # type: ignore[no-redef]
        """When a seat whose episode has ended begins the next one."""

        NEXT_STEP = "NextStep"
        SAME_STEP = "SameStep"
        DISABLED = "Disabled"

__all__ = ["AutoresetMode", "Box", "Discrete", "Env", "HAS_GYMNASIUM", "MultiDiscrete", "VectorEnv"]
