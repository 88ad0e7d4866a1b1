"""Formats, encodings, delimiters and headers are found by content; lines are those of the file."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import polars as pl
import pytest
from openpyxl import Workbook

from serendip.imports.reading import open_table
from serendip.imports.source import Source
from serendip.imports.tables import Record, Table

HEAD = "Handle,Followers,País\n"


def _read(path: Path, content: bytes | str) -> tuple[Table, list[Record]]:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    table = open_table(Source(path))
    return table, list(table.rows())


@pytest.mark.parametrize(
    ("encoding", "found"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("cp1252", "cp1252"),
    ],
)
def test_encodings_of_western_text(tmp_path: Path, encoding: str, found: str) -> None:
    text = HEAD + "tea,5,España\nmúsica,6,Perú\n"
    table, rows = _read(tmp_path / "x", text.encode(encoding))
    assert table.facts["encoding"] == found
    assert table.headers == ["Handle", "Followers", "País"]
    assert [r.cells for r in rows] == [["tea", "5", "España"], ["música", "6", "Perú"]]


def test_chinese_in_gb18030(tmp_path: Path) -> None:
    text = "昵称,粉丝数,国家\n喝茶的人,3万,中国\n音乐盒子,12万,日本\n"
    table, rows = _read(tmp_path / "x.txt", text.encode("gb18030"))
    assert table.facts["encoding"] == "gb18030"
    assert rows[0].cells == ["喝茶的人", "3万", "中国"]


def test_a_stray_byte_costs_its_own_letter_only(tmp_path: Path) -> None:
    good = "".join(f"chanson{i},{i},Perú\n" for i in range(60))
    _, rows = _read(tmp_path / "x", (HEAD + good).encode() + b"caf\xe9,7,Per\xc3\xba\n")
    assert rows[-1].cells == ["café", "7", "Perú"]


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|"])
def test_delimiters(tmp_path: Path, delimiter: str) -> None:
    text = "".join(
        delimiter.join(row) + "\r\n" for row in (["Name", "Subscribers"], ["Tea; or, coffee | x\ty", "1,5"])
    )
    text = text if delimiter == ";" else text.replace("; or, coffee | x\ty", "").replace("1,5", "15")
    if delimiter == ";":
        text = 'Name;Subscribers\r\n"Tea; or, coffee";1,5\r\n'
    table, rows = _read(tmp_path / "x.csv", text)
    assert table.facts["delimiter"] == delimiter
    assert len(rows) == 1
    assert len(rows[0].cells) == 2


def test_title_lines_above_the_header_are_passed_over(tmp_path: Path) -> None:
    text = "Top creators 2024\nexported by hand,,\n\n" + HEAD + "tea,5,ES\n"
    table, rows = _read(tmp_path / "x.csv", text)
    assert table.facts["header_line"] == 4
    assert [(r.line, r.cells[0]) for r in rows] == [(5, "tea")]


def test_lines_are_counted_through_quoted_line_breaks(tmp_path: Path) -> None:
    text = 'name,"\nViews (Avg.)",note\n"a\nb",5,"x\r\ny"\n\nc,6,z\nd,7\ne,8,"w"\n'
    table, rows = _read(tmp_path / "x.csv", text)
    assert table.headers == ["name", "\nViews (Avg.)", "note"]
    assert [(r.line, r.problem) for r in rows] == [(3, None), (7, None), (8, "malformed_row"), (9, None)]


def test_a_quote_that_never_closes_costs_one_row(tmp_path: Path) -> None:
    text = HEAD + 'tea,5,ES\n"open,6,ES\nmilk,7,ES\nsoy,8,ES\n'
    _, rows = _read(tmp_path / "x.csv", text)
    assert [(r.line, r.problem) for r in rows] == [(2, None), (3, "malformed_row"), (4, None), (5, None)]


def test_a_list_without_a_header_keeps_its_first_row(tmp_path: Path) -> None:
    table, rows = _read(
        tmp_path / "links.txt", "https://www.youtube.com/@tea\nhttps://www.youtube.com/@milk\n"
    )
    assert table.headers == ["column 1"]
    assert [r.line for r in rows] == [1, 2]


def test_a_repeated_header_is_told_apart(tmp_path: Path) -> None:
    _, rows = _read(tmp_path / "x.csv", HEAD + "tea,5,ES\n" + HEAD + "milk,6,ES\n")
    assert [r.problem for r in rows] == [None, "repeated_header", None]


ITEMS = [{"handle": f"tea{i}", "stats": {"followers": i}, "tags": ["a", "b"]} for i in range(5)]


@pytest.mark.parametrize(
    ("content", "form", "lines"),
    [
        ("\n".join(json.dumps(i) for i in ITEMS) + "\n\n", "jsonl", [1, 2, 3, 4, 5]),
        (json.dumps(ITEMS), "json", [1] * 5),
        (json.dumps({"errors": [{"x": 1}], "data": {"items": ITEMS}}, indent=1), "json", None),
        (json.dumps(ITEMS[0], indent=1) + "\n" + json.dumps(ITEMS[1], indent=1), "json", None),
        (json.dumps(ITEMS[0], indent=1), "json", [1]),
    ],
)
def test_json_in_its_forms(tmp_path: Path, content: str, form: str, lines: list[int] | None) -> None:
    table, rows = _read(tmp_path / "x", content)
    assert table.format == form
    assert table.headers == ["handle", "stats.followers", "tags"]
    assert [r.cells for r in rows] == [
        [i["handle"], i["stats"]["followers"], ["a", "b"]] for i in ITEMS[: len(rows)]
    ]  # type: ignore[index]
    if lines is None:
        text = content.split("\n")
        assert all("{" in text[r.line - 1] for r in rows)
    else:
        assert [r.line for r in rows] == lines


def test_json_with_brackets_in_strings_across_chunks(tmp_path: Path) -> None:
    items = [{"name": '}]"\\[{' * 3000 + str(i), "followers": i} for i in range(40)]
    _, rows = _read(tmp_path / "x", json.dumps(items))
    assert [r.cells for r in rows] == [[i["name"], i["followers"]] for i in items]


def test_json_numbers_beyond_measure_and_lines_that_are_none(tmp_path: Path) -> None:
    text = (
        '{"name":"a","followers":NaN}\n{"name":"b","followers":1e400}\nnonsense\n[1]\n{"name":"c","followers":'
        + "9" * 400
        + "}\n"
    )
    _, rows = _read(tmp_path / "x", text)
    assert [r.problem for r in rows] == [None, None, "malformed_row", "not_an_object", None]
    assert rows[0].cells == ["a", None]


def test_keys_that_come_late_become_columns(tmp_path: Path) -> None:
    lines = [json.dumps({"name": f"n{i}"}) for i in range(2500)] + [
        json.dumps({"name": "z", "country": "ES"})
    ]
    table, rows = _read(tmp_path / "x", "\n".join(lines))
    assert table.headers == ["name", "country"]
    assert rows[-1].cells == ["z", "ES"]


def test_parquet_with_structs(tmp_path: Path) -> None:
    pl.DataFrame(ITEMS).write_parquet(tmp_path / "x.csv")  # the name does not matter
    table = open_table(Source(tmp_path / "x.csv"))
    assert table.format == "parquet"
    assert table.headers == ["handle", "stats.followers", "tags"]
    assert [r.cells for r in table.rows()][4] == ["tea4", 4, ["a", "b"]]


def test_xlsx_takes_the_first_sheet_with_data(tmp_path: Path) -> None:
    book = Workbook()
    assert book.active is not None
    book.active.append(["About this export"])
    sheet = book.create_sheet("Data")
    for row in (["Creators"], [], ["Handle", "Followers"], ["tea", 5], [], ["=1+1", 6]):
        sheet.append(row)
    book.save(tmp_path / "x.bin")
    table = open_table(Source(tmp_path / "x.bin"))
    assert (table.format, table.facts["sheet"], table.facts["header_line"]) == ("xlsx", "Data", 3)
    assert [(r.line, r.cells) for r in table.rows()] == [(4, ["tea", 5]), (6, [None, 6])]


@pytest.mark.parametrize(
    "content", [HEAD + "tea,5,ES\n", json.dumps(ITEMS), "\n".join(map(json.dumps, ITEMS))]
)
def test_gzipped_text_is_unpacked_whatever_its_name(tmp_path: Path, content: str) -> None:
    _, plain = _read(tmp_path / "a", content)
    _, packed = _read(tmp_path / "b.csv", gzip.compress(content.encode()))
    assert packed == plain
