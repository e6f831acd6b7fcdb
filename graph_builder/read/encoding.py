"""Encodings: the bytes of a text file become characters."""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

from graph_builder.model import ReadError

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip
_DECLARED = re.compile(rb"""(?:charset|encoding|coding)\s*[=:]\s*["']?\s*([A-Za-z0-9_.:-]{2,40})""")
_INPUTENC = re.compile(rb"^[^%\n]*\\usepackage\[([A-Za-z0-9-]{1,20})[^\]]{0,200}\]\{inputenc\}", re.M)
_OF_LATEX = {"ansinew": "cp1252", "applemac": "mac_roman", "koi8": "koi8_r"}
# What pages call these is a subset of what they write; browsers read the wider one (WHATWG Encoding Standard).
_WIDER = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932",
    "euc_kr": "cp949", "big5": "big5hkscs", "iso8859-9": "cp1254",
}  # fmt: skip
# In the order in which a tie is decided: strict encodings, which refuse most foreign bytes, before lenient ones.
_CANDIDATES = ("euc_jp", "cp932", "gb18030", "big5hkscs", "cp949", "cp1251", "koi8_r", "cp1253", "cp1250", "cp1252")
_SAMPLE = 200_000
_LONE = re.compile(rb"(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])")
_HAN = re.compile("[\u4e00-\u9fff\uf900-\ufaff]")
_SIGN_IN_WORD = re.compile(r"[¯£³¹¿¥¶±¼¾][a-z]|[a-z][¯£³¹¿¥¶¼¾]")


def decode(data: bytes) -> tuple[str, str]:
    """Return the characters of *data* and the name of their encoding.

    A byte-order mark decides, then valid UTF-8, then what the text declares (``charset=``, ``inputenc``),
    then the look of the bytes. Line breaks become ``\\n``.

    >>> decode("Zoë\\r\\n".encode("utf-16"))
    ('Zoë\\n', 'utf-16-le')

    Raises:
        ReadError: the bytes are not text.
    """
    text, encoding = _decode(data)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text, encoding


def _decode(data: bytes) -> tuple[str, str]:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace"), encoding
    if data[:_SAMPLE].count(0) > len(data[:_SAMPLE]) // 1000:
        raise ReadError("this is binary data and not text; give a text, HTML, PDF, DOCX, LaTeX, YAML or JSON file")
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        if _nearly_utf8(data, error.start):
            return data.decode("utf-8", "replace"), "utf-8"
    if declared := _declared(data):
        return data.decode(declared, "replace"), declared
    guessed = _guess(data)
    return data.decode(guessed, "replace"), guessed


def _nearly_utf8(data: bytes, first: int) -> bool:
    """Return whether *data* is UTF-8 with a few damaged places: most of what is not ASCII reads well."""
    sample = data[max(first - 1000, 0) : first + _SAMPLE]
    wide = sum(byte > 127 for byte in sample)
    damaged = sample.decode("utf-8", "replace").count("\ufffd")
    return damaged * 20 < wide


def _declared(data: bytes) -> str | None:
    """Return the encoding that the text declares, if there is one of that name and it reads the bytes well."""
    match = _DECLARED.search(data[:4096]) or _INPUTENC.search(data[:20_000])
    if not match:
        return None
    try:
        name = match.group(1).decode("ascii")
        name = codecs.lookup(_OF_LATEX.get(name, name)).name
        name = _WIDER.get(name, name)
        text = data[:_SAMPLE].decode(name, "replace")
    except (LookupError, UnicodeError, TypeError):
        return None
    return name if not name.startswith("utf") and text.count("\ufffd") * 100 <= len(text) else None


def _guess(data: bytes) -> str:
    """Return the likeliest of the legacy encodings."""
    sample = data[:_SAMPLE]
    wide = sum(byte > 127 for byte in sample)
    # In Western text accented letters stand alone; in East Asian encodings they come in pairs and runs.
    lone = len(_LONE.findall(sample))
    if lone * 10 > wide * 7:
        return _latin(sample)
    best = from_bytes(sample, cp_isolation=list(_CANDIDATES)).best()
    name = _WIDER.get(best.encoding, best.encoding) if best is not None else "cp1252"
    if name in ("cp1250", "cp1252"):
        return _latin(sample)
    if name == "cp949":
        # A few Chinese names in English text also read as Korean, but then with Hanja among the Hangul.
        hanja = len(_HAN.findall(sample.decode("cp949", "replace")))
        return "gb18030" if hanja * 10 > wide // 2 else name
    return name


def _latin(sample: bytes) -> str:
    """Return the encoding of text in a Latin script: Western unless that puts signs or Icelandic into words."""
    western = sample.decode("cp1252", "replace")
    if len(_SIGN_IN_WORD.findall(western)) > 1:
        for central in ("cp1250", "iso8859_2"):
            if not _SIGN_IN_WORD.search(sample.decode(central, "replace")):
                return central
    turkish = sum(western.count(letter) for letter in "þðýÞÐÝ")
    icelandic = sum(western.count(letter) for letter in "æáéíóúÆÁÍ")
    return "cp1254" if turkish > 1 and icelandic * 2 < turkish else "cp1252"
