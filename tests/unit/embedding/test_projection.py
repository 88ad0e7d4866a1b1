"""The way from floats to 256 bytes, by its definition."""

from __future__ import annotations

import numpy as np
import pytest

from serendip.embedding.projection import fit, quantise, save, seeded, shipped


@pytest.fixture
def rows() -> np.ndarray:
    rng = np.random.default_rng(5)
    spread = np.exp(-np.arange(300) / 40)
    return (rng.standard_normal((900, 300)) * spread + 0.3).astype(np.float32)


def test_int8_dot_products_are_cosines():
    rows = np.random.default_rng(2).standard_normal((900, 256)).astype(np.float32)
    rows[1::2] += rows[::2]
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    stored = quantise(units).astype(np.float64)
    error = stored @ stored.T / 127**2 - units @ units.T
    assert error[~np.eye(900, dtype=bool)].std() < 0.004
    assert np.abs(error).max() < 0.03


def test_the_fitted_axes_are_orthonormal_and_keep_the_most_variance(rows):
    fitted = fit(rows)
    assert fitted.axes.shape == (256, 300)
    assert np.allclose(fitted.axes @ fitted.axes.T, np.eye(256), atol=1e-4)
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    kept = np.square(units @ fitted.axes.T).sum()
    assert kept > 0.99 * len(units)
    assert kept > np.square(units @ seeded(300).axes.T).sum()
    assert np.array_equal(fit(rows).axes, fitted.axes)


def test_the_shipped_projection_is_what_was_documented(tmp_path):
    made = shipped()
    assert made.axes.shape == (256, 512)
    assert made.dims == 512
    assert np.abs(made.axes @ made.axes.T - np.eye(256)).max() < 0.01
    save(made, tmp_path / "again.npz")
    with np.load(tmp_path / "again.npz") as again:
        assert again["axes"].dtype == np.float16
        assert np.array_equal(again["axes"].astype(np.float32), made.axes)


@pytest.mark.parametrize("dims", [1, 255, 256, 257, 768, 1536])
def test_a_seeded_projection_is_a_rotation_and_always_the_same(dims):
    projection = seeded(dims)
    assert projection.axes.shape == (256, dims)
    small = projection.axes.T @ projection.axes if dims <= 256 else projection.axes @ projection.axes.T
    assert np.allclose(small, np.eye(min(dims, 256)), atol=1e-5)
    seeded.cache_clear()
    assert np.array_equal(seeded(dims).axes, projection.axes)


def test_random_projection_has_the_stated_error():
    rng = np.random.default_rng(1)
    rows = rng.standard_normal((400, 1536)).astype(np.float32)
    rows[1::2] += rows[::2]
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    projected = seeded(1536).project(rows)
    error = (projected @ projected.T - units @ units.T)[~np.eye(400, dtype=bool)]
    assert 0.03 < error.std() < 1 / 16


def test_rows_without_direction_have_no_vector():
    rows = np.zeros((4, 300), dtype=np.float32)
    rows[1] = 1.0
    rows[2, 0] = np.nan
    rows[3, 0] = np.inf
    assert [v is None for v in seeded(300).vectors(rows)] == [True, False, True, True]
