"""Reads a data set with pandas and prints what it found as JSON.

usage: read.py FILE [TEXT-COLUMN ...]

The members are "columns" (names), "rows" (how many), "values" (for each column the list of its values)
and, for Parquet, "units" and "help". A real number is the sixteen hexadecimal digits of its bits, a missing
value is null.
"""

import json
import struct
import sys

import pandas


def read(path, texts):
    if path.endswith(".csv"):
        head = pandas.read_csv(path, nrows=0).columns
        missing = {name: [""] if name in texts else ["", "NaN"] for name in head}
        return pandas.read_csv(
            path,
            keep_default_na=False,
            na_values=missing,
            float_precision="round_trip",
            dtype_backend="numpy_nullable",
        )
    if path.endswith(".jsonl"):
        return pandas.read_json(
            path,
            lines=True,
            # The other engine takes whole numbers for real ones where some are missing.
            engine="pyarrow",
            dtype_backend="numpy_nullable",
        )
    return pandas.read_parquet(path, dtype_backend="numpy_nullable")


def plain(value):
    if pandas.isna(value):
        return None
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, float):
        return struct.pack(">d", value).hex()
    return value


def main(path, texts):
    frame = read(path, texts)
    found = {
        "columns": list(frame.columns),
        "rows": len(frame),
        "values": {name: [plain(value) for value in frame[name]] for name in frame.columns},
    }
    if path.endswith(".parquet"):
        import pyarrow.parquet

        schema = pyarrow.parquet.read_schema(path)
        for key, name in (("units", b"unit"), ("help", b"help")):
            notes = {field.name: (field.metadata or {}).get(name, b"").decode() for field in schema}
            found[key] = notes
    json.dump(found, sys.stdout)


main(sys.argv[1], sys.argv[2:])
