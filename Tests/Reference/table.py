"""Tables of doubles as text: '#' lines, then comma-separated rows, numbers in shortest form."""
from exact.numbers import nearest


def cell(value):
    """A cell: text as it is, numbers rounded once, None and booleans in words."""
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value)
    text = repr(nearest(value))
    return text[:-2] if text.endswith(".0") else text


class Table:
    """Rows that are written at the end."""

    def __init__(self, name, columns, note=""):
        self.name = name
        self.columns = columns
        self.note = note
        self.rows = []

    def add(self, *values):
        """One row."""
        self.rows.append(",".join(cell(v) for v in values))

    def write(self, folder):
        """Writes NAME.csv; no row twice."""
        rows = list(dict.fromkeys(self.rows))
        lines = ["# Made by Tests/Reference/generate.py with mpmath; 60 digits, rounded once."]
        if self.note:
            lines.append("# " + self.note)
        lines.append("# " + self.columns)
        data = "\n".join(lines + rows) + "\n"
        size = len(data.encode())
        if size >= 300_000:
            raise SystemExit(f"{self.name} has {size} bytes; the most is 300000")
        (folder / f"{self.name}.csv").write_text(data, encoding="utf-8")
        print(f"{self.name:24} {len(rows):5} rows {size:7} bytes")
