"""What unknown names look like: words in names of offices, firms and schools, and endings of posts."""

from __future__ import annotations

import re

# Words, and beginnings of words, of the names of organizations in the languages that CVs are written in.
_ORGANIZATION = re.compile(
    r"(?i)(?<!\w)(?:univ\w*|\w*h[øöa]y?gsk[oau]l\w*|\w{3,}høyskole\w*|\w{3,}universitet\w*|\w{3,}yliopisto|\w*korkeakoulu|\w{3,}direktorat\w*|\w{3,}sammlung\w*|\w{3,}archiv|cathedral|katedra\w*|duomo|opera\w*|herbari\w+|jard[ií]n|botanical|orchard|council|"
    r"uniw\w+|instit\w*|instyt\w*|istit\w*|ústav\w*|cent(?:er|re|ro|rum|rul|ar|ra)|\w*zentrum|centra\w*|muse\w+|muz\w+|múze\w+|museo|minist\w+|ministerst\w+|"
    r"depart[aei]?ment\w*|departamento|dipartimento|agen(?:cy|ce|cia|zia|tur|tura|ția|cja)|bundes\w+|landes\w+|staats\w+|\w{3,}amt|stiftung|stichting|fonda\w+|funda\w+|fundac\w+|trust|"
    r"council|commission\w*|comisi[oó]n|comisia|kommission\w*|committee|comit[eéè]\w*|authority|board|bureau|office|service|services|servicio\w*|survey|school|schools|schule|\w{3,}schule|college|colegio|"
    r"école|escuela|escola|scuola|szkoła|škola|acad\w+|akad\w+|accadem\w+|hosp\w+|h[oô]pital\w*|klinik\w*|clinic|clinica|cl[ií]nica|ospedale|sygehus|sjukhus\w*|\w+krankenhaus|bank|banco|banca|banque|bankas|"
    r"gesellschaft|\w{3,}gesellschaft|verein|verband|\w{3,}verband|associat(?:ion|ions|ie)|asociaci\w+|associa(?:zione|ç[aã]o|ció|cion)|society|soci[eé]t[eé]|societ[aà]|sociedad\w*|union|unione|uni[oó]n|federation|federaci\w+|network|alliance|partnership|"
    r"initiative|groupe|grupo|gruppo|gruppe|partners|associates|asociados|associ[eé]s|assoziierte|consult(?:ing|ancy|ants|or[ií]a|ores|eurs|ing\w*)|solutions|systems|systèmes|sistemas|sistemi|technolog\w+|tecnolog\w+|labs?|laborat\w*|labo|observ\w+|"
    r"osserv\w+|archiv\w*|archives|arquivo|archivo|biblio\w+|library|knihovna|parco|parque|parc|park|gallery|galer\w+|galleria|theat\w+|teatr\w*|orchestra\w*|opera|press|verlag|\w{3,}verlag|editorial|editora|edizioni|éditions|"
    r"publish\w+|radio|televis\w+|times|news|herald|diocese|church|court|tribunal\w*|parliament|parlament\w*|senate|congress|c[aâ]mara|câmara|municip\w+|city\sof|county|gemeente|kommune|kommun|waterschap|prefe[ic]tur\w*|"
    r"regione|provincia|province|soprintendenza|generalitat|junta|gobierno|governo|government|\w{4,}verket|vegvesen|direktorat\w*|directorate|styrelse\w*|industri(?:es|a|as|e)|works|mills?|farms?|cellars|brewer\w+|drilling|"
    r"mining|minera|minerals?|logistics|pharma\w*|therapeutics|genomics|biotech\w*|biosciences?|sciences|robotics|motors|airlines?|airways|energy|power|telecom\w*|insurance|capital|ventures|holdings?|enterprises?|"
    r"shipyards?|collective|cooperat\w+|cooperativa|guild|cabinet|despacho|kanzlei|notariat|studio\w*|estudio|atelier|startup|trading|charity|mission|embassy|garden\w*|zoo|aquarium|station|observat\w+|treasury|police|army|"
    r"navy|force|corps|guard|zavod|zakład\w*|spółka|przedsiębiorstwo|vállalat|intézet\w*|kincstár|hivatal\w*|yayın\w*|vakf[ıi]|kurumu|müdürlüğü|bakanlığı|virasto|laitos|keskus|keskuksen|\w{4,}keskus|\w{4,}laitos|säätiö|"
    r"inrichting|dienst|\w{4,}dienst|instelling|instituut|instellingen|amt|haus|hus|huset|airbus|empresa\w*|entreprise\w*|azienda\w*|unternehmen|consejo|consell|consiglio|conseil|conselho|programme|facility)(?!\w)"
)
_FIRM = re.compile(
    r"(?<!\w)(?:Inc|LLC|L\.L\.C|Ltd|Limited|Lda|Ltda|GmbH|mbH|AG|SE|S\.?A\.?S?|S\.?R\.?L|S\.?p\.?A|S\.r\.l|SpA|Srl|Corp|Co|PLC|plc|Pty|Pvt|B\.?V|N\.?V|A/S|AS|ASA|AB|Oyj?|Kft|Zrt|s\.r\.o|d\.o\.o|e\.V|PT|CV|KG|OHG"
    r"|Sp\.\sz\so\.o|a\.s)\.?(?!\w)|\s&\s(?:Co|Sons|Söhne|Töchter|Filhos|Hijos|Figli|Fils|Asociados|Associ\w+|Partner\w*|Cie)\b"
)
# The last parts of words that say what somebody does.
_DOER = (
    r"(?:(?<!\w)[^\W\d_]{2,20}(?:ologist|ographer|onomer|iatrist|icist|ician|alist|anist|urgist|eutist|logue|graphe|iste|istin|isten|ista|istka|ologo|ologa|óloga|ólogo|ologin|ologe|onomo|ónomo|ónoma|nauta"
    r"|ateur|atrice|teuse|euse|ière|ienne|ador|adora|edora|edor|idor|idora|ajero|ajera|trice|aria|ario|ária|ário|ero|era|eiro|eira|aio|aia|iere|iera"
    r"|keeper|logger|wrangler|maker|writer|teacher|worker|monger|wright|master|hand|herd|smith|man|woman|person|warden|steward|guide|clerk|monitor|tutor|wart|wartin"
    r"|leiter|leiterin|führer|führerin|arbeiter|arbeiterin|berater|beraterin|halter|pfleger|pflegerin|anwalt|anwältin|rat|rätin|helfer|helferin|beauftragter?|(?:lehr|hilfs|pflege|fach)kraft|ent|entin|ant|antin|eur|eurin|ator|atorin"
    r"|leder|sjef|chef|konsulent|assistent|rådgiver|medarbejder|medarbeider|lege|lærer|lärare|ledare|direktør|direktör|forsker|forskare|ingeniør|ingenjör|sekretær|tutkija|päällikkö|johtaja|opettaja|lehtori|harjoittelija|suunnittelija"
    r"|hoofd|medewerker|leider|onderzoeker|leraar|lerares|air|aire|arts|kundige|loog|coördinator"
    r"|ownik|olog|nik|niczka|arz|arka|owiec|telnik|elnök|kutató|elemző|munkatárs|mérnök|tanár|segéd|vezető|uzman|uzmanı|memuru|danışman|danışmanı))"
)
_ENDS = re.compile(rf"(?i){_DOER}(?!\w)")
_ENGLISH = re.compile(r"(?i)(?<!\w)[^\W\d_]{3,20}(?:er|or|ist|ant|ee|ian|yst)s?(?!\w)")
_NO_DOER = re.compile(
    r"(?i)(?:cent(?:er|re)|water|power|computer|river|weather|member|minister|tower|silver|number|order|paper|summer|winter|december|november|october"
    r"|september|consumer|customer|cancer|liver|matter|corner|harbou?r|border|under|over|other|inner|motor|labor|major|senior|junior|interior|director(?:ate)"
    r"|department|management|development|environment|government|investment|treatment|instrument|patient|talent|content|client|student|present|event"
    r"|plant|grant|infant|restaurant|solar|nuclear|polar|war|star|bar|seminar|modern|western|eastern|northern|southern|indian|asian|italian|russian"
    r"|canadian|australian|european|american|african|mediterranean|committee|coffee|employee|degree|tree|monitor|mirror|sector|vector|tutor|fiber|timber)s?"
)
_SMALL = re.compile(
    r"(?i)(?:of|the|and|for|de|du|des|d|la|le|les|l|del|della|dei|di|da|do|dos|das|y|e|i|en|em|et|und|der|die|das|für|von|van|het|och|og|ja|to|in|on|at|a|o|a\.?i|ds\.)"
)


def names_organization(text: str) -> float:
    """Return how much a name looks like that of an organization.

    >>> names_organization("Despacho Ibarra"), names_organization("Atlas & Filhos, Lda"), names_organization("Letrada")
    (2.0, 2.5, 0.0)
    """
    if _FIRM.search(text):
        return 2.5
    return 2.0 if _ORGANIZATION.search(text) else 0.0


def names_post(text: str) -> float:
    """Return how much a name looks like that of a position: by the ending of its first or last word.

    >>> names_post("Mudlogger") > 1, names_post("Loom House")
    (True, 0.0)
    """
    words = [word.strip(".,;:()") for word in text.split() if not _SMALL.fullmatch(word)]
    if not words:
        return 0.0
    worth = 0.0
    for word in dict.fromkeys((words[0], words[-1])):
        if _NO_DOER.fullmatch(word):
            continue
        if _ENDS.fullmatch(word):
            worth = max(worth, 1.5)
        elif _ENGLISH.fullmatch(word):
            worth = max(worth, 0.8)
    small = [word for word in words[1:] if word[:1].islower() and len(word) > 3]
    return worth + (0.6 if small else 0.0)
