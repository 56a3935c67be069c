"""The termbase as a table, one concept a row, for a spreadsheet and back: takes and gives rows of texts.

CSV is UTF-8 with a byte order mark, which spreadsheets need to show Georgian; several values in one cell are
parted by ` | `, which no name may hold. `source` is written `§9.10`: a spreadsheet would make a number of
`9.10` and lose its last digit.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import openpyxl
from openpyxl.styles import Alignment, Font
from openpyxl.utils.exceptions import InvalidFileException

from tsesi.model import Lang

LANGS: tuple[Lang, ...] = ("ka", "en")
STANDINGS = ("admitted", "deprecated", "candidate")
COLUMNS: tuple[str, ...] = (
    "key",
    "kind",
    "status",
    *(name for lang in LANGS for name in (lang, *(f"{lang}_{standing}" for standing in STANDINGS))),
    *(f"definition_{lang}" for lang in LANGS),
    "source",
    "broader",
    "related",
    *(f"note_{lang}" for lang in LANGS),
)
LISTS = frozenset({"broader", "related", *(f"{lang}_{standing}" for lang in LANGS for standing in STANDINGS)})
TEXTS = frozenset(f"{name}_{lang}" for name in ("definition", "note") for lang in LANGS)  # may have lines
_CSV_FAULT = 'not readable as CSV; a quote (") in this row is not closed, or not written twice inside a cell'
_BETWEEN = " | "
_SECTION = "§"
_WIDTHS = {"key": 24, "kind": 10, "status": 10, "source": 10}


class TableError(ValueError):
    """A table cannot be read. The message names the file, the line and the way out."""


class Row(NamedTuple):
    """One row read: `line` is its line in the file, `cells` hold the columns that the table has."""

    line: int
    cells: Mapping[str, str]


def split(cell: str) -> list[str]:
    """Return the values of a cell that may hold several."""
    return [value.strip() for value in cell.split("|") if value.strip()]


def join(values: Iterable[str]) -> str:
    """Return several values as one cell."""
    return _BETWEEN.join(values)


def cite(source: str | None) -> str:
    """Return the id of a unit as the table writes it."""
    return f"{_SECTION}{source}" if source else ""


def uncite(cell: str) -> str:
    """Return the id of the unit that a cell of `source` names."""
    return cell.strip().removeprefix(_SECTION).strip()


# --- writing ----------------------------------------------------------------------------------------------


def to_csv(rows: Iterable[Mapping[str, str]], columns: Sequence[str] = COLUMNS) -> bytes:
    """Return the rows as CSV."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, columns, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode("utf-8-sig")


def to_xlsx(sheets: Mapping[str, tuple[Sequence[str], Iterable[Mapping[str, str]]]]) -> bytes:
    """Return a workbook with a sheet for each (columns, rows); all cells are text, same rows same bytes."""
    book = openpyxl.Workbook()
    book.remove(book.active)  # type: ignore[arg-type]
    for title, (columns, rows) in sheets.items():
        sheet = book.create_sheet(title)
        sheet.append(list(columns))
        for row in rows:
            sheet.append([row.get(column, "") for column in columns])
        for cells in sheet.iter_rows():
            for cell in cells:
                cell.number_format = "@"
                cell.data_type = "s"
                cell.alignment = Alignment(wrap_text=True, vertical="top")
        for cell in sheet[1]:
            cell.font = Font(bold=True)
            sheet.column_dimensions[cell.column_letter].width = _WIDTHS.get(str(cell.value), 32)
        sheet.freeze_panes = "B2"
        sheet.auto_filter.ref = sheet.dimensions
    out = io.BytesIO()
    book.save(out)
    return _timeless(out.getvalue())


def _timeless(workbook: bytes) -> bytes:
    """Return the workbook without the time when it was made."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "docProps/core.xml":
                content = re.sub(
                    rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*", rb"\g<1>2000-01-01T00:00:00Z", content
                )
            new.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


# --- reading ----------------------------------------------------------------------------------------------


def read(path: Path) -> list[Row]:
    """Return the rows of a CSV or XLSX file; empty rows are left out.

    CSV may be UTF-8 or UTF-16, with commas, semicolons or tabs, as spreadsheets write it. Raises `TableError`
    where it is neither, or its first line does not name known columns; `OSError` where it cannot be read.
    """
    lines = _xlsx(path) if path.suffix.lower() == ".xlsx" else _csv(path)
    first = next(lines, None)
    if first is None:
        raise TableError(f"{path}:1: the table is empty; `tsesi export csv` writes one to begin with")
    columns = [name.strip() for name in first[1]]
    while columns and not columns[-1]:
        columns.pop()
    unknown = [name or "(no name)" for name in columns if name not in COLUMNS]
    if unknown:
        fault = f"no column is called {', '.join(unknown)}; the columns are {', '.join(COLUMNS)}"
        raise TableError(f"{path}:{first[0]}: {fault}")
    twice = sorted({name for name in columns if columns.count(name) > 1})
    if twice or "key" not in columns:
        fault = f"{', '.join(twice)} stands twice" if twice else "there is no column `key`"
        raise TableError(f"{path}:{first[0]}: {fault}; keep the first line as `tsesi export csv` wrote it")
    rows = []
    for line, cells in lines:
        if any(cell.strip() for cell in cells):
            if any(cell.strip() for cell in cells[len(columns) :]):
                raise TableError(
                    f"{path}:{line}: there are more cells than columns; put cells with commas in quotes"
                )
            padded = [*cells, *[""] * len(columns)]
            row = Row(line, {name: padded[at].strip() for at, name in enumerate(columns)})
            broken = [name for name, cell in row.cells.items() if "\n" in cell and name not in TEXTS]
            if broken:
                fault = f"a line ends inside {', '.join(broken)}; is a quote opened there and not closed?"
                raise TableError(f"{path}:{line}: {fault}")
            rows.append(row)
    return rows


def _csv(path: Path) -> Iterator[tuple[int, list[str]]]:
    raw = path.read_bytes()
    encoding = "utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise TableError(f"{path}:{line}: not UTF-8; save it as “CSV UTF-8” or as XLSX") from error
    head = text.partition("\n")[0]
    delimiter = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise TableError(f"{path}:{line}: {_CSV_FAULT} ({error})") from error


def _xlsx(path: Path) -> Iterator[tuple[int, list[str]]]:
    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    except (InvalidFileException, zipfile.BadZipFile, KeyError) as error:
        raise TableError(f"{path}: not readable as XLSX; save it again as XLSX or “CSV UTF-8”") from error
    try:
        for line, cells in enumerate(book.worksheets[0].iter_rows(values_only=True), 1):
            yield line, ["" if cell is None else str(cell) for cell in cells]
    finally:
        book.close()
