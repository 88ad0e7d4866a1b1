import ast

import pytest

from tests.house import traceability
from tests.house.source import ROOT, rows, shown

TABLES = ("channel-search.requirements.tsv", "content-discovery.requirements.tsv")


def test_markers_name_rows_that_exist():
    unknown = {
        row: [shown(p) for p in paths] for row, paths in traceability.named().items() if row not in rows()
    }
    assert not unknown


def test_rows_are_well_formed():
    table = rows()
    assert len(table) > 600
    assert {r.level for r in table.values()} <= {"must", "should"}
    assert all(r.slice.isalpha() and len(r.slice) == 1 for r in table.values())


def test_a_marker_is_read_on_functions_classes_and_modules():
    module = ast.parse(
        "pytestmark = pytest.mark.req('CS-001')\n"
        "@pytest.mark.req('CS-002', 'CS-003')\ndef test_a(): ...\n"
        "@mark.req('CS-004')\nclass TestB:\n    text = 'CS-005'\n"
    )
    assert traceability.in_python(module) == {"CS-001", "CS-002", "CS-003", "CS-004"}


def test_a_comment_is_read_in_scripts():
    script = "// req: CS-216 CS-217\nconst a = 'req: CS-001'\n/* req: CD-002 */"
    assert traceability.in_script(script) == {"CS-216", "CS-217", "CD-002"}


@pytest.mark.parametrize("name", TABLES)
def test_the_tables_equal_the_originals(shared, name):
    assert (ROOT / "docs/spec" / name).read_bytes() == (shared / "spec" / name).read_bytes()
