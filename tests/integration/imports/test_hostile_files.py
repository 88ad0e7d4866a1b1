"""Files that mean harm, or are none: a clear refusal, nothing written, no traceback, no hang."""

from __future__ import annotations

import gzip
import io
import os
import zipfile
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from serendip.core.errors import RefusedFile
from serendip.imports.runner import ImportOptions, import_file
from serendip.store.channels import Store, open_store
from tests.integration.imports.conftest import TODAY, Importer

MIB = 1024 * 1024
SHEET = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{}</sheetData></worksheet>'


def _workbook(*, sheet: str | bytes | None = None) -> bytes:
    """A real workbook, its sheet replaced."""
    book = Workbook()
    assert book.active is not None
    book.active.append(["handle", "followers"])
    book.active.append(["tea", 5])
    plain, out = io.BytesIO(), io.BytesIO()
    book.save(plain)
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.infolist():
            replaced = sheet is not None and item.filename == "xl/worksheets/sheet1.xml"
            new.writestr(item.filename, sheet if replaced and sheet is not None else old.read(item))
    return out.getvalue()


def _zip(name: str, content: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, content)
    return out.getvalue()


def _parquet() -> bytes:
    out = io.BytesIO()
    pl.DataFrame({"handle": ["tea"] * 500, "followers": list(range(500))}).write_parquet(out)
    return out.getvalue()


def _entities() -> str:
    levels = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 12))
    return f'<!DOCTYPE x [<!ENTITY l0 "ha">{levels}]>' + SHEET.format(
        "<row><c t='str'><v>&l11;</v></c></row>"
    )


HOSTILE = {
    "empty": (b"", "ERR_FILE_EMPTY"),
    "only blanks": (b" \n\n \n", "ERR_FILE_EMPTY"),
    "only a header": (b"handle,followers\n", "ERR_NO_ROWS"),
    "a million columns": (
        b",".join(b"c%d" % i for i in range(1_000_000)) + b"\n" + b"1," * 999_999 + b"1\n",
        "ERR_TOO_MANY_COLUMNS",
    ),
    "a million keys": (
        b"{" + b",".join(b'"k%d":1' % i for i in range(100_000)) + b"}\n",
        "ERR_TOO_MANY_COLUMNS",
    ),
    "an endless line": (b"handle,followers\n" + b"a" * (20 * MIB), "ERR_RECORD_TOO_LONG"),
    "an endless JSON line": (b'{"handle":"' + b"a" * (20 * MIB) + b'"}\n', "ERR_RECORD_TOO_LONG"),
    "an endless JSON object": (b'[{"handle":"' + b"a" * (20 * MIB) + b'"}]', "ERR_RECORD_TOO_LONG"),
    "a deep JSON": (b'[{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}]", "ERR_TOO_DEEP"),
    "a JSON that breaks off": (b'[{"handle":"tea","followers":', "ERR_FILE_DAMAGED"),
    "a JSON without a list": (b"[[1,2],[3,4]]", "ERR_NO_LIST"),
    "a gzip bomb": (gzip.compress(b"handle,followers\n" + b"tea,5\n" * (12 * MIB)), "ERR_FILE_BOMB"),
    "a gzipped endless line": (gzip.compress(b"a" * (12 * MIB), 1), "ERR_RECORD_TOO_LONG"),
    "gzip in gzip": (gzip.compress(gzip.compress(b"handle\ntea\n")), "ERR_FILE_PACKED"),
    "gzip cut short": (gzip.compress(os.urandom(50_000).hex().encode())[:-500], "ERR_FILE_DAMAGED"),
    "gzip damaged": (b"\x1f\x8b" + b"\x00" * 100, "ERR_FILE_DAMAGED"),
    "a zip": (_zip("a.csv", b"handle\ntea\n"), "ERR_FILE_PACKED"),
    "random bytes": (os.urandom(100_000), None),
    "a picture": (b"\x89PNG\r\n\x1a\n" + b"\x00" * 500, "ERR_FILE_FORMAT"),
    "a PDF": (b"%PDF-1.7\n1 0 obj\n", "ERR_FILE_FORMAT"),
    "an old Excel file": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 500, "ERR_FILE_FORMAT"),
    "a web page": (b"<!DOCTYPE html><table><tr><td>handle</td></tr></table>", "ERR_FILE_FORMAT"),
    "NUL bytes": (b"\x00" * 5_000, "ERR_FILE_FORMAT"),
    "an XLSX bomb": (_workbook(sheet=SHEET.format("<row/>" * (6 * MIB))), "ERR_FILE_BOMB"),
    "an XLSX of entities": (_workbook(sheet=_entities()), "ERR_FILE_UNSAFE"),
    "an XLSX that is none": (_zip("xl/workbook.xml", b"<workbook/>"), "ERR_FILE_DAMAGED"),
    "an XLSX with broken XML": (_workbook(sheet="<worksheet><sheetData><row"), "ERR_FILE_DAMAGED"),
    "an XLSX cut short": (_workbook()[:-200], "ERR_FILE_DAMAGED"),
    "an XLSX with a far row": (
        _workbook(sheet=SHEET.format('<row r="999999999"><c t="str"><v>x</v></c></row>')),
        None,
    ),
    "an XLSX with a far column": (
        _workbook(sheet=SHEET.format('<row r="1"><c r="ZZZ1" t="str"><v>x</v></c></row>' * 2)),
        None,
    ),
    "a Parquet cut short": (_parquet()[:-50], "ERR_FILE_DAMAGED"),
    "a Parquet in name only": (b"PAR1" + b"\x00" * 500 + b"PAR1", "ERR_FILE_DAMAGED"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_content_is_refused_and_harms_nothing(
    what: str, tmp_path: Path, store: Store, take: Importer
) -> None:
    content, code = HOSTILE[what]
    path = tmp_path / "channels.csv"
    path.write_bytes(content)
    with pytest.raises(RefusedFile) as caught:
        take(path, platform="tiktok")
    if code is not None:
        assert caught.value.code == code
    assert caught.value.zh
    assert "channels.csv" in caught.value.en
    assert str(tmp_path) not in caught.value.en
    assert store.count() == 0


def test_paths_that_are_no_files(tmp_path: Path, take: Importer) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "folder").mkdir()
    expected = {
        tmp_path / "pipe": "ERR_NOT_A_FILE",
        tmp_path / "folder": "ERR_NOT_A_FILE",
        Path("/dev/zero"): "ERR_NOT_A_FILE",
        tmp_path / "loop": "ERR_FILE_UNREADABLE",
        tmp_path / "missing": "ERR_FILE_MISSING",
        tmp_path / "folder" / "x" / "y": "ERR_FILE_MISSING",
        tmp_path / ("x" * 5_000): "ERR_FILE_UNREADABLE",
        Path("a\x00b"): "ERR_FILE_MISSING",
    }
    for path, code in expected.items():
        with pytest.raises(RefusedFile) as caught:
            take(path)
        assert caught.value.code == code, path


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path, take: Importer) -> None:
    path = tmp_path / "x.csv"
    path.write_text("handle\ntea\n")
    path.chmod(0)
    with pytest.raises(RefusedFile) as caught:
        take(path)
    assert caught.value.code == "ERR_FILE_UNREADABLE"


def test_damage_in_the_middle_keeps_what_came_before_and_says_so(
    tmp_path: Path, store: Store, take: Importer
) -> None:
    lines = "".join(f"tea{i},{i}\n" for i in range(5_000))
    path = tmp_path / "x.csv"
    path.write_text("handle,followers\n" + lines + "a" * (9 * MIB))
    with pytest.raises(RefusedFile) as caught:
        take(path, platform="tiktok")
    assert caught.value.details["line"] == 5_002
    assert store.count() == 5_000
    assert "5,000 whole rows" in caught.value.en


def test_a_gzip_that_breaks_off_keeps_its_whole_rows_and_says_so(
    tmp_path: Path, store: Store, take: Importer
) -> None:
    for name, lines in {
        "x.jsonl": [f'{{"handle":"{os.urandom(9).hex()}","followers":{i}}}' for i in range(9_000)],
        "x.csv": ["handle,followers", *(f"{os.urandom(9).hex()},1{i:07}" for i in range(9_000))],
        "x.json": ["[", *(f'{{"handle":"{os.urandom(9).hex()}"}},' for _ in range(9_000)), "{}]"],
    }.items():
        content = "\n".join(lines).encode()
        path = tmp_path / f"{name}.gz"
        whole = gzip.compress(content)
        path.write_bytes(whole[: len(whole) // 2])
        before = store.count()
        with pytest.raises(RefusedFile) as caught:
            take(path, platform="tiktok")
        assert caught.value.code == "ERR_FILE_DAMAGED"
        kept = store.count() - before
        assert caught.value.details["rows"] == kept > 2_000
        assert f"{kept:,} whole rows" in caught.value.en
        assert f"{kept:,} 行" in caught.value.zh
    # The row that the damage cut is no row: its figure would be another one.
    values = [c.value("followers") for some in store.iter_channels() for c in some]
    assert not [v for v in values if isinstance(v, int) and 9_000 <= v < 10_000_000]


def test_a_json_that_breaks_off_keeps_what_came_before(tmp_path: Path, store: Store, take: Importer) -> None:
    path = tmp_path / "x.json"
    path.write_text('[{"handle":"tea"},{"handle":"milk"},{"handle":')
    with pytest.raises(RefusedFile, match="2 whole rows"):
        take(path, platform="tiktok")
    assert store.count() == 2


def test_a_damaged_workbook_is_called_one_and_other_documents_are_named(
    tmp_path: Path, take: Importer
) -> None:
    path = tmp_path / "x.xlsx"
    for content, said in (
        (_workbook()[:-200], "damaged Excel workbook"),
        (_zip("word/document.xml", b"<x/>"), "a Word document"),
        (_zip("content.xml", b"<x/>"), "OpenDocument"),
        (_zip("a.csv", b"handle"), "unpack it first"),
    ):
        path.write_bytes(content)
        with pytest.raises(RefusedFile, match=said):
            take(path)


def test_control_characters_and_odd_bytes_in_cells_are_dropped(
    tmp_path: Path, store: Store, take: Importer
) -> None:
    path = tmp_path / "x.csv"
    rows = "".join(f"tea{i},Tea {i}\n" for i in range(50))
    path.write_bytes(b"handle,name\n" + rows.encode() + b"milk,Mi\x00lk\x07 \xed\xa0\x80\n")
    assert take(path, platform="tiktok").created == 51
    milk = store.by_identity("tiktok", "handle", "milk")
    assert milk is not None
    assert milk.name.startswith("Milk")


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for many small files."""
    return tmp_path_factory.mktemp("bytes")


FRAGMENTS = st.sampled_from(
    [
        b"handle", b"name", b"followers", b",", b"\t", b";", b'"', b"\n", b"\r", b"\r\n", b"{", b"}", b"[",
        b"]", b":", b"tea", b"1.2M", b"\xff\xfe", b"\xef\xbb\xbf", b"\x00", b"\\", b"\xe4\xbd\xa0", b"\xc3",
        b"UC" + b"a" * 22, b"\x1f\x8b", b"PK\x03\x04", b"PAR1", b"https://www.tiktok.com/@tea", b"=1+1",
        b"NaN", b"1e400", b"-5",
    ]
)  # fmt: skip
BYTES = st.one_of(st.binary(max_size=600), st.lists(FRAGMENTS, max_size=60).map(b"".join))


@settings(
    max_examples=250,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(content=BYTES, packed=st.booleans())
def test_any_bytes_end_in_an_account_or_a_refusal(content: bytes, packed: bool, scratch: Path) -> None:
    path = scratch / "any.csv"
    path.write_bytes(gzip.compress(content) if packed else content)
    with open_store(scratch / "any.db") as store:
        try:
            options = ImportOptions(today=TODAY, platform="tiktok", guess_language=False)
            report = import_file(path, store, options)
        except RefusedFile as refused:
            said = refused.zh and refused.en
        else:
            said = True
            assert report.created + report.updated + report.unchanged + len(report.rejected) == report.rows
            assert report.rows > 0
        assert said
