"""The words of dates, in the languages that CVs are written in: months, seasons and terms, and what says "today"."""

from __future__ import annotations

from graph_builder.extract.normalise.alternatives import alternatives
from graph_builder.extract.normalise.lexicon import words

MONTHS = {name: number for number, names in enumerate(words("months.txt"), 1) for name in names.split()}

# "mag 2012", in Italian; "Mag., 2012" is a degree.
MONTH = alternatives([*sorted(MONTHS, key=lambda m: (-len(m), m)), r"mag(?=\.?\s(?:19|20)\d\d)"]) + r"\b\.?"
MONTHS["mag"] = 5
SEASON = (
    r"(?:(?:spring|summer|fall|autumn|winter)s?|printemps|été|automne|hiver|(?-i:WiSe|SoSe|WS|SS)(?=\s(?:19|20)\d\d)|"
    r"(?:winter|sommer)semester|herbst|frühjahr|frühling|sommer|verano|otoño|primavera|invierno|verão|outono|inverno|autunno|"
    r"zomer|herfst|voorjaar|najaar|sommar|höst|høst|vår|kesä|syksy|kevät|"
    r"(?:michaelmas|hilary|trinity|easter|lent)(?:\s+term)?|early|late|mid|end\s+of)\b"
)
PRESENT_WORD = (
    r"(?:present|now|current(?:ly)?|today|ongoing|on-going|to\s?date|till\s+date|(?<=to\s)date|(?<=till\s)date|(?<=[-–—])date|(?<=[-–—]\s)date|(?<=to\s)the\s+present|heute|aujourd['’]hui|auj|ajd|"
    r"(?:la\s+)?actualidad|actual(?:mente)?|(?:o\s+)?atual(?:mente)?|(?:o\s+)?presente|oggi|in\s+corso|(?:à\s+)?ce\s+jour|présent|en\s+cours|"
    r"hoje|o\s+momento|em\s+andamento|(?:la\s+)?fecha|heden|nåværende|i\s?dag|obecnie|настоящее\s+время|н\.\s?в\.|halen|d\.\s?d\.?|dags\s+dato|jelenleg|dzi[śs](?:iaj)?|dnes|prezent|ahora|сейчас|"
    r"hoy|nu|nuvarande|jetzt|dato|gegenwärtig|laufend|attuale|attualmente|actuel(?:lement)?|pres(?=\W|$)|günümüz|současnost|"
    r"至今|(?<=至)今|现在|現在|目前|…|\.\.\.)(?!\w)"
)
