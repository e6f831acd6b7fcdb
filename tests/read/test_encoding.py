# ruff: noqa: E501
from __future__ import annotations

import pytest

from graph_builder.model import ReadError
from graph_builder.read import decode

TEXTS = {
    "Chinese": "个人简历\n姓名:赵小明\n2015年9月 - 2019年6月 某某大学 计算机科学与技术 学士\n研究兴趣:机器学习\n获奖:国家奖学金\n",
    "Chinese names in English": "Vita of Xiaoming Zhao (赵小明)\nPh.D. in Computing, Some University (某某大学), 2015-2019\n",
    "traditional Chinese": "個人簡歷\n姓名:陳小文\n學歷\n國立某某大學 資訊工程學系 博士 2010年\n研究興趣:機器學習與資料探勘\n獎項:傑出論文獎\n",
    "Japanese": "履歴書\n氏名:山田花子\n2010年4月 ある大学 工学部 入学\n研究テーマ:自然言語処理に関する研究をしています。\n",
    "Korean": "이력서\n이름: 김영수\n2010년 3월 - 2014년 2월 어느대학교 컴퓨터공학부 학사\n수상: 최우수 논문상을 받았습니다.\n",
    "French": "Curriculum vitæ\nRené Müller, né à Genève. Thèse à l'École, où il était élève.\n",
    "Polish": "Życiorys\nŁukasz Wiśnicz, Uniwersytet w Krakowie, wydział fizyki; źródła i książki, później również praca.\n",
    "Turkish": "Özgeçmiş\nŞule Çağ, Boğaz Üniversitesi, Bilgisayar Mühendisliği bölümü, öğretim üyesi. İlgi alanları.\n",
    "Russian": "Резюме\nИван Иванов, университет, доктор наук. Область интересов: машинное обучение.\n",
    "Greek": "Βιογραφικό σημείωμα\nΓιώργος Παπάς, Πολυτεχνείο, διδακτορικό στην πληροφορική.\n",
}

CASES = [
    ("Chinese", "gb18030"),
    ("Chinese", "utf-16"),
    ("Chinese", "utf-8-sig"),
    ("Chinese names in English", "gb18030"),
    ("traditional Chinese", "big5"),
    ("traditional Chinese", "gb18030"),
    ("Japanese", "shift_jis"),
    ("Japanese", "euc_jp"),
    ("Korean", "euc_kr"),
    ("French", "latin-1"),
    ("French", "utf-32"),
    ("Polish", "cp1250"),
    ("Polish", "iso8859_2"),
    ("Turkish", "cp1254"),
    ("Russian", "cp1251"),
    ("Russian", "koi8_r"),
    ("Greek", "cp1253"),
]


@pytest.mark.parametrize(("language", "encoding"), CASES)
def test_recognised(language: str, encoding: str) -> None:
    text = TEXTS[language].replace("æ", "ae") if encoding == "latin-1" else TEXTS[language]
    assert decode(text.encode(encoding))[0] == text


def test_declared() -> None:
    data = '<meta charset="ISO-8859-1"><p>Zoë “x”'.encode("cp1252")
    assert decode(data) == ('<meta charset="ISO-8859-1"><p>Zoë “x”', "cp1252")
    assert decode('<meta charset="nonsense"><p>Zoë'.encode("latin-1"))[0].endswith("Zoë")


def test_damaged_utf8_stays_utf8() -> None:
    data = ("Zoë und Jürgen, größer " * 30).encode() + b"\xff"
    assert decode(data) == ("Zoë und Jürgen, größer " * 30 + "\ufffd", "utf-8")


def test_line_breaks() -> None:
    assert decode(b"a\r\nb\rc\n")[0] == "a\nb\nc\n"


@pytest.mark.parametrize("data", [bytes(range(256)) * 20, b"\x7fELF\x00\x00\x00\x01" * 50, b"a\x00b\x00\x00" * 99])
def test_binary_is_refused(data: bytes) -> None:
    with pytest.raises(ReadError, match="binary"):
        decode(data)
