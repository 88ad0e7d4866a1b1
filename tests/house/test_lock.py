"""The locks: everything pinned, hashed, at one version, and in step with pyproject.toml."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.house.source import ROOT

RUN, DEV = "requirements.lock", "requirements-dev.lock"


def pins(name: str) -> dict[str, list[tuple[Requirement, int]]]:
    """Package -> its pinned requirement lines (one per marker) with their number of hashes."""
    found: dict[str, list[tuple[Requirement, int]]] = {}
    for entry in (ROOT / name).read_text("utf-8").replace("\\\n", " ").splitlines():
        line, *hashes = entry.split("--hash=")
        requirement = Requirement(line.strip())
        found.setdefault(canonicalize_name(requirement.name), []).append((requirement, len(hashes)))
    return found


def version(requirement: Requirement) -> str:
    (pin,) = requirement.specifier
    assert pin.operator == "=="
    return pin.version


def declared(*groups: str) -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = [*project["project"]["dependencies"]] if "run" in groups else []
    for group in groups:
        wanted += project["dependency-groups"].get(group, [])
    return [Requirement(w) for w in wanted]


@pytest.mark.parametrize("name", [RUN, DEV])
def test_every_package_is_pinned_and_hashed(name):
    assert all(version(r) and hashes for entries in pins(name).values() for r, hashes in entries)


@pytest.mark.parametrize("name", [RUN, DEV])
def test_no_address_is_named(name):
    assert not re.search(r"://|index-url|find-links|@ ", (ROOT / name).read_text("utf-8"))


def test_both_locks_agree():
    run, dev = pins(RUN), pins(DEV)
    both = run.keys() & dev.keys()
    assert both
    for name in both:
        assert {version(r) for r, _ in run[name]} == {version(r) for r, _ in dev[name]}, name


@pytest.mark.parametrize(("name", "groups"), [(RUN, ("run", "build")), (DEV, ("dev",))])
def test_the_lock_is_in_step_with_pyproject(name, groups):
    locked = pins(name)
    for wanted in declared(*groups):
        entries = locked.get(canonicalize_name(wanted.name), [])
        assert entries, f"{wanted.name} is not in {name}"
        assert all(wanted.specifier.contains(version(r)) for r, _ in entries), wanted
