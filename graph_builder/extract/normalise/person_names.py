"""Names of persons in running documents: what looks like one, and its plain form."""

from __future__ import annotations

import re
from functools import lru_cache

from graph_builder.extract.normalise.lexicon import ORGANIZATION, UNIT, is_role, words
from graph_builder.gazetteer import load

NAME_WORD = (
    r"(?:(?:[dlDLO]['’])?[A-ZÀ-ÖØ-ÞĀ-Ž][\w’'`.-]{0,30}|(?:d[eiu]|l[ae]|ma?c|v[ao]n)[A-ZÀ-Þ][a-zß-ÿ][\w’'-]{1,30}|d[aeiou]s?"
    r"|de|del|della|van|von|der|den|ter|la|le|el|al|bin|ibn|y|da|dos|zu)"
)
NAME = re.compile(
    rf"^(?:(?:(?:Prof?|Dr|Professor|Mr|Ms|Mrs|Ing)\.?|[Ii]r\.|[Dd]rs\.|dr\.|Mgr\.|Lic\.)\s+)*{NAME_WORD}(?:[\s-]+(?:[(“\"]?{NAME_WORD}[)”\"]?,?)){{1,4}}$"
)
# "NSF REU": capitals without a vowel are an abbreviation, as far as they are longer than a pair of initials.
_ACRONYM = re.compile(r"(?<!\w)[B-DF-HJ-NP-TV-XZ]{3,}(?!\w)")
_CJK_NAME = re.compile(r"[一-鿿㐀-䶿]{2,4}|[가-힯]{2,5}|[぀-ヿ一-鿿]{2,6}")
_STOP = frozenset(words("not_names.txt"))
# The family names of nearly all who write their names in Chinese characters, those of two characters last.
_FAMILIES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛"
    "闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤常温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝"
    "張劉陳楊黃趙吳孫馬鄭許韓馮鄧蕭葉蘇呂盧鍾譚陸範賈鄒賀顧龔萬錢嚴湯龐顏聶魯關蘭寧單"
)
_FAMILIES_OF_TWO = frozenset(
    ("欧阳", "上官", "司马", "诸葛", "东方", "皇甫", "尉迟", "公孙", "慕容", "司徒", "令狐", "歐陽")
)
# Endings of nouns for matters, which family names do not have: "Earth Surface Processes", "Multi-Modal Generation".
_MATTER = re.compile(
    r"(?i).{2,40}(?:[ts]ions?|olog(?:y|ies)|ysis|esses|graphy|metry|onomy|ware|(?:om|on|am|ist|et|yst|ot|at|an|hys)ics)$"
)
_INNER_CAPITAL = re.compile(
    r"^(?!Mc|Mac|De|Di|Da|La|Le|Van|O['’]|D['’]|Fitz|(?:A[ls]|El|Ash|Abu|Ibn|Bin|Ben|Bou)[A-Z][a-z])[A-Z][a-z]+[A-Z]"
)
_SYLLABLE = r"(?:[BPMFDTNLGKHJQXZCSRWY]h?[yw]?)?[AEOaeiou][aeiou]{0,2}(?:ng|n|r|k|m|l|p)?"
_PINYIN = re.compile(rf"{_SYLLABLE}{_SYLLABLE}$")  # "YunPeng"
TITLES = re.compile(
    r"^(?:(?:prof(?:s|essors?)?|pr(?=[.\s])|dr|mr|ms|mrs|ing|ir(?=\.)|drs(?=\.)|mgr(?=\.)|lic(?=\.)|assoc|asst|em(?:eritus)?|habil|rer|nat|med(?=\.)|phil(?=\.|\s+(?:habil|nat)\b)|dipl|mag|sir|dame|univ"
    # titles of other professions and countries; those that are names as well with their stop
    r"|rev(?:erend|d)?|rabbi|d[ro]tt\.?\s?ssa|(?:capt|cpt|lt|col|maj|gen|sgt|cmdr|hon|er|shri|adv|arch|dott|mme|mlle)(?=\.)|ts(?=\.?\sdr\b)|shri(?=\s)"
    r"|(?:p\.?d|priv(?:at)?\.?-?\s?doz(?:ent)?)(?=\.?\s(?:dr|prof)\b)|smt|dra|dr\.?ª|madame|ph\.?\s?d(?=\.?\s[A-Z])"
    r"|(?:associate|assistant|adjunct|distinguished|visiting)(?=\sprof(?:essor)?\b))\b[.,-]*\s*)+",
    re.IGNORECASE,
)
_KINDS_OF_DEAN = re.compile(
    r"(?:associate|assistant|vice|deputy|executive|interim|acting|senior|academic|faculty|founding|former|pro|sub|college"
    r"|school|university|current|past|emeritus|honorary)\b",
    re.IGNORECASE,
)  # "Dean" is a family name as well
_PAGE_OF = re.compile(
    r"^(?:(?:welcome\s+to\s+|this\s+is\s+)?(?:the\s+)?(?:personal\s+|academic\s+)?(?:home\s?page|web\s?(?:site|page)|page|"
    r"curr[ií]culum(?:\s+v[ií]t(?:ae|æ))?|c\.?v\.?|r[ée]sum[ée]|lebenslauf|vita|profile|site)\s+(?:of|for|de|di|do|da|von|[-–—:|])\s*|"
    r"(?:hi|hey|hello)\b[,!.\s]{0,9}(?:i['’]?\s?a?m\s+)?)",
    re.IGNORECASE,
)
_SUFFIX = re.compile(
    r"[\s,]{1,6}(?:ph\.?\s?d\.?|m\.?d\.?|m\.?sc\.?|b\.?sc\.?|mba|mph|r\.?ph|pharm\.?d|esq\.?|frs|fba|ccc|cv|"
    r"(?:curriculum\s+vit(?:ae|æ))|r[ée]sum[ée]|homepage|home\s?page|personal\s+(?:web)?(?:site|page)|website|"
    r"vita|academic\s+page)\.?$",
    re.IGNORECASE,
)


# Letters behind a full name and a comma are degrees and memberships ("MSc", "FRSA"); two capitals may be initials.
_LETTERS = re.compile(r"(?<=\w\w),(?:[\s,/&]{1,3}(?=\w*[A-Z]\w*[A-Z])(?=\w*[a-z]|[A-Z]{3})[A-Za-z]{3,7}\b\.?){1,6}$")
_SIGNS = re.compile(r"[*†‡§¶#^~|✉]+")


@lru_cache(maxsize=1024)
def clean_name(text: str) -> str:
    """Return a person's name without titles, degrees and marks.

    >>> clean_name("Dr. Ada K. Lovelace, Ph.D.")
    'Ada K. Lovelace'
    >>> clean_name("Ada Lovelace, RPh, PhD, MPH"), clean_name("Profs. Dr. med. Ada Lovelace")
    ('Ada Lovelace', 'Ada Lovelace')
    >>> clean_name("Ada B. Lovelace, MSc BEd, FRSA"), clean_name("Lovelace, ABC"), clean_name("van Loom, KR")
    ('Ada B. Lovelace', 'Lovelace, ABC', 'van Loom, KR')
    """
    text = _SIGNS.sub(" ", text)
    text = _PAGE_OF.sub("", " ".join(text.split()).strip(" ,;:.-–—|·•"))
    before = None
    while before != text:
        before = text
        text = _SUFFIX.sub("", TITLES.sub("", text))
        text = (_LETTERS.sub("", text) if " " in text.partition(",")[0] else text).strip(" ,;:-–—|·•'’\"")
    if text.isupper() and len(text) > 4:
        return " ".join(_cased(w) for w in text.split())
    # "Ada LOVELACE": a family name in capitals, as French and German CVs set it.
    return " ".join(_cased(w) if w.isupper() and len(w) > 3 else w for w in text.split())


def _cased(word: str) -> str:
    if _ACRONYM.fullmatch(word):
        return word
    if _INITIALS.fullmatch(word) or word in {"II", "III", "IV"}:
        return word
    return "-".join(p if len(p) <= 2 and p.endswith(".") else p[:1] + p[1:].lower() for p in word.split("-"))


_INITIALS = re.compile(r"(?:[^\W\d_]\.){2,4}")  # "V.N."


def is_name(text: str) -> bool:
    """Return whether *text* looks like the name of a person.

    >>> is_name("Ada Lovelace"), is_name("Research Interests"), is_name("Peking University")
    (True, False, False)
    """
    if text.isalpha():  # one word, as most links are
        return False
    text = _name_in(text)
    if not text:
        return False
    parts = text.split()
    organization = load().organization(parts[0]) if len(parts) == 2 and load().is_place(parts[1]) else None
    if organization and (
        parts[0].casefold() not in organization.name.casefold() or parts[0].upper() in organization.name.split()
    ):
        return False  # "EPFL Lausanne", but "Drew Houston"
    return not any(w.isupper() and len(w) > 1 for w in parts) or load().organization(text) is None  # "IIT Bombay"


# The people of a document stand in one list of authors after the other.
@lru_cache(maxsize=4096)
def _name_in(text: str) -> str:
    """Return the plain form of what looks like a person's name, whatever organizations are known, or nothing."""
    if text.startswith(("I'm ", "I’m ")):
        return ""
    text = clean_name(text)
    if _ACRONYM.search(text):
        return ""
    parts = text.split()
    if not 2 <= len(parts) <= 5 or not NAME.match(text) or any(map(str.isdigit, text)):
        return ""
    if any(_MATTER.fullmatch(w) for w in parts):
        return ""
    if any(w.casefold().strip(".,()[]") in _STOP or (_INNER_CAPITAL.match(w) and not _PINYIN.match(w)) for w in parts):
        return ""
    role = is_role(text) and not (parts[-1] == "Dean" and not _KINDS_OF_DEAN.match(text))
    return "" if ORGANIZATION.search(text) or UNIT.search(text) or role or load().is_place(text) else text


_IDEOGRAPHS = re.compile(r"[一-鿿]{2,4}")


def is_chinese_name(text: str) -> bool:
    """Return whether a line is the name of a person in Chinese characters, by its family name and length.

    >>> is_chinese_name("李小明"), is_chinese_name("研究兴趣"), is_chinese_name("欧阳小明")
    (True, False, True)
    """
    if not _IDEOGRAPHS.fullmatch(text):
        return False
    return text[:2] in _FAMILIES_OF_TWO or (len(text) <= 3 and text[0] in _FAMILIES)


_FAMILY_FIRST = re.compile(r"^([^,]+),\s*([^,]+)$")
_VANCOUVER = re.compile(r"^(.*[^\W\d_]{2,})\s+([A-Z]{1,3}|(?:[A-Z]\.[\s-]?){1,3}[A-Z]\.?)$")


@lru_cache(maxsize=1024)
def first_last(name: str) -> str:
    """Return an inverted name in reading order.

    >>> first_last("Lovelace, A. K."), first_last("Lovelace AK"), first_last("Lovelace A.K.")
    ('A. K. Lovelace', 'A. K. Lovelace', 'A. K. Lovelace')
    """
    inverted = _FAMILY_FIRST.match(name.strip())
    if inverted:
        return f"{inverted.group(2)} {inverted.group(1)}"
    vancouver = _VANCOUVER.match(name.strip())
    if vancouver and not name.isupper():
        return " ".join([*(f"{c}." for c in vancouver.group(2) if c.isalpha()), vancouver.group(1)])
    return name


_EMPTY = re.compile(r"\(\s*\)|\[\s*\]|[|/]\s*$")
_NICKNAME = re.compile(r"[(\"“]([^)\"”]{2,25})[)\"”]")


def split_forms(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a printed name and the other forms beside it: nickname in brackets, name in another script.

    >>> split_forms("Yan Li (李研)")
    ('Yan Li', ('李研',))
    """
    other = [m.group() for m in _CJK_NAME.finditer(text)]
    latin = _CJK_NAME.sub("", text)
    latin = _EMPTY.sub("", latin)
    latin = clean_name(latin)
    aliases: list[str] = []
    nick = _NICKNAME.search(latin)
    if nick:
        plain = clean_name(re.sub(r"\s*[(\"“][^)\"”]*[)\"”]\s*", " ", latin))
        given = nick.group(1).strip()
        aliases.append(latin.strip())
        family = plain.split()[-1] if plain.split() else ""
        if re.match(r"^[A-Z][\w-]+$", given) and family:
            aliases.append(f"{given} {family}")
        latin = plain
    return latin, tuple(dict.fromkeys([*aliases, *other]))
