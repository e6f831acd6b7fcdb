"""The words of dates, in the languages that CVs are written in: months, seasons and terms, and what says "today"."""

from __future__ import annotations

from graph_builder.extract.normalise.alternatives import alternatives

# Month names and their usual short forms; the first three or four letters decide.
_MONTHS = {
    1: "january jan janvier janv enero ene januar januari jaenner jän jänner gennaio gen janeiro gener "
    "stycznia styczeń ledna leden január tammikuu tammikuuta ocak ianuarie января январь",
    2: "february feb februar februari fevrier février févr fevr fév fev febrero febbraio fevereiro febrer "
    "lutego luty února únor február helmikuu helmikuuta şubat februarie февраля февраль",
    3: "march mar mrz mars mär märz marz marzo março marco maart mrt març marts marca marzec března březen "
    "március maaliskuu maaliskuuta mart martie maret марта март",
    4: "april apr avril avr abril abr aprile kwietnia kwiecień dubna duben április huhtikuu huhtikuuta nisan "
    "aprilie апреля апрель",
    5: "may mai mayo maggio maio mei maj maig maja května květen május toukokuu toukokuuta mayıs мая май",
    6: "june jun juin junio juni giugno giu junho juny czerwca czerwiec června červen június kesäkuu "
    "kesäkuuta haziran iunie июня июнь",
    7: "july jul juillet juil julio juli luglio lug julho juliol lipca lipiec července červenec július "
    "heinäkuu heinäkuuta temmuz iulie июля июль",
    8: "august aug août aoû aout agosto augustus augusti ago agost sierpnia sierpień srpna srpen augusztus "
    "elokuu elokuuta ağustos agustus августа август",
    9: "september sept sep septembre septiembre settembre sett setembro set setembre września wrzesień září "
    "szeptember syyskuu syyskuuta eylül septembrie сентября сентябрь",
    10: "october oct octobre octubre oktober okt ottobre ott outubro out października październik října říjen "
    "október lokakuu lokakuuta ekim octombrie октября октябрь",
    11: "november nov novembre noviembre novembro listopada listopad listopadu marraskuu marraskuuta kasım "
    "noiembrie ноября ноябрь",
    12: "december dec decembre décembre déc diciembre dic dezember dez dicembre dezembro desember desembre "
    "grudnia grudzień prosince prosinec joulukuu joulukuuta aralık decembrie декабря декабрь",
}
MONTHS = {name: number for number, names in _MONTHS.items() for name in names.split()}

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
