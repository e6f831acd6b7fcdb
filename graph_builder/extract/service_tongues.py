"""Roles in scholarly service, and the words around them, in languages other than English."""

from __future__ import annotations

import re

# Chinese, Japanese and Korean join words without spaces; the others are told apart by where words begin.
_B = r"(?<![^\W_])"

ROLES: dict[str, str] = {
    "area chair": r"领域主席|領域主席|高级领域主席|エリアチェア",
    "chair": (
        r"(?:程序|大会|会议|会議|组织|組織|分会场?|专题|技术|论坛|研讨会|宣传|出版)?(?:委员会|委員會)?(?:联合|共同|副)?主席"
        r"|(?:実行|プログラム|組織|大会)委員長|座長|セッションチェア|(?:조직|프로그램|학술)위원장|좌장"
        rf"|{_B}председател\w+\s(?:программн\w+\s|организационн\w+\s)?комитет\w*|{_B}przewodnicząc\w+"
        rf"|{_B}(?:oturum\s)?başkanı\b|{_B}ordförande\b|{_B}sessie?voorzitter\b|{_B}voorzitter\b|{_B}møteleder\b"
        rf"|{_B}(?:vice-?\s?)?président(?:e)?\s(?:de\s(?:la\s)?session|du\scomité)\b|{_B}presidente\sd(?:el|e|a|o)\s(?:comi(?:té|tê|tato)|comissão)\b"
    ),
    "program committee": (
        r"(?:技术)?程序委员会?(?:委员|成员)?|程式委員|プログラム(?:編成)?委員会?(?:委員)?|(?:PC|TPC)委員|프로그램\s?위원회?|학술\s?위원"
        rf"|{_B}программн\w+\sкомитет\w*|{_B}програмн\w+\sкомітет\w*|{_B}komitet\w*\s(?:programow|naukow)\w+|{_B}rad\w\sprogramow\w+"
        rf"|{_B}(?:programov|vědeck)\w+\s(?:výbor|rad)\w*|{_B}(?:bilim|program)\skurulu(?:\süyesi)?|{_B}programkommitté\w*"
        rf"|{_B}programmacommissie\b|{_B}comissão\s(?:científica|de\sprograma)\b|{_B}comitê\s(?:científico|de\sprograma)\b"
        rf"|{_B}(?:wissenschaftliche[rnms]*\s(?:komitee|beirat|programm\w*))\b(?!\sder\s(?:zeitschrift|reihe))"
    ),
    "editor": (
        r"(?:客座|特邀|责任|責任|副|执行|常务|青年|学术)?(?:主编|主編|编委会?|編委會?|编辑|編輯)(?:委员会?|委員會?)?(?:委员|成员)?"
        r"|編集(?:委員会?(?:委員)?長?|長|幹事)|(?:부|초빙|객원)?편집(?:위원|장|인)장?"
        rf"|{_B}(?:главн\w+\s|ответственн\w+\s|научн\w+\s)?редактор\w*|{_B}редколлеги\w+|{_B}редакционн\w+\s(?:коллеги|совет)\w*"
        rf"|{_B}редколегі\w+|{_B}(?:współ)?redaktor\w*|{_B}(?:kolegium\s)?redakcj\w+|{_B}rad\w\s(?:redakcyjn|naukow)\w+(?=\s(?:czasopism|pism))"
        rf"|{_B}redakční\srad\w+|{_B}(?:baş\s?|alan\s)?editör\w*|{_B}yayın\skurulu(?:\süyesi)?|{_B}redactie(?:lid|raad)?\b|{_B}(?:gast|hoofd)?redacteur\w*"
        rf"|{_B}redaktör\w*|{_B}reda(?:ktion|ksjon)(?:sråd|skommitté)?\w*|{_B}redaktør\w*|{_B}szerkesztő\w*"
        rf"|{_B}(?:corpo|conselho|consell|comi(?:ssão|tê|tè))\s(?:editorial|de\sredação|de\sredacció)\b|{_B}editor(?:a|es)(?:[\s-](?:chefe|adjunt[oa]|asociad[oa]|associad[oa]|jefe|invitad[oa]))?\b(?=\s(?:d[aeo]s?|del)\s|\s?[,:(]|$)"
        rf"|{_B}comi(?:té|tato|tê)\s(?:científic[oa]|scientifi(?:que|co))\s(?:da|de\sla|della|de)\s(?:revista|revue|rivista)\b"
        rf"|{_B}conse(?:il|lho|jo)\s(?:scientifique|científico|asesor)\sd(?:e|a)(?:\sla)?\s(?:revista|revue)\b"
        rf"|{_B}(?:schriftleitung|schriftleiter(?:in)?|wissenschaftliche[rn]?\sbeirat(?=\sder\s(?:zeitschrift|reihe)))\b"
    ),
    "organizer": (
        r"组织者|組織者|(?:会议|大会|研讨会|工作坊)组织(?:者|委员会?(?:委员|成员)?)?|组织委员会?(?:委员|成员)?|组委会(?:委员|成员)?|承办人"
        r"|(?:大会|シンポジウム|研究会)?(?:実行|組織|運営)委員会?(?:委員)?|オーガナイザー?|企画(?:者|担当)|조직\s?위원회?|준비\s?위원회?"
        rf"|{_B}(?:со)?организатор\w*|{_B}оргкомитет\w*|{_B}организационн\w+\sкомитет\w*|{_B}організатор\w*|{_B}оргкомітет\w*"
        rf"|{_B}co-?organizador(?:a|es)?\b|{_B}co-?organizzat(?:ore|rice)\b|{_B}(?:współ)?organizator\w*|{_B}komitet\w*\sorganizacyjn\w+|{_B}(?:spolu)?organizátor\w*|{_B}organizační\w*\s(?:výbor|tým)\w*"
        rf"|{_B}düzenleme\skurulu(?:\süyesi)?|{_B}organizatör\w*|{_B}(?:mede)?-?organisator\b|{_B}organisati(?:e|on)s?(?:comité|commissie|kommitté)\w*"
        rf"|{_B}(?:med)?-?(?:arrangør|arrangör|organisatör)\w*|{_B}organisasjonskomi(?:té|te)\w*|{_B}comissão\sorganizadora\b"
        rf"|{_B}(?:co-?)?organisation\s(?:du|de\sla|de\sl['’]|d['’]un(?:e)?|der|des|von|einer?)\b|{_B}(?:co-?)?organiza(?:ción|ção)\sd(?:el?|os?|as?)\b"
        rf"|{_B}(?:co-?)?organizzazione\sd(?:el|ella|i)\b|{_B}tagungsorganisation\b|{_B}organisationskomitee\w*"
    ),
    "reviewer": (
        r"(?:期刊|会议|论文|特邀|外部|匿名|同行|基金|项目|學術|通讯)*(?:审稿|評審|审評|评审|評阅|審稿|审阅)(?:专家|专員|委员|委員|人|员)?"
        r"|(?:論文|学会誌|ジャーナル)?査読(?:委員|者)?|(?:논문|학술지|저널)?\s?(?:심사\s?위원|심사자|심사)|리뷰어|학술지\s심사"
        rf"|{_B}рецензент\w*|{_B}рецензирован\w+|{_B}рецензування|{_B}(?:эксперт|експерт)\w*\s(?:РНФ|РФФИ|журнал\w*)"
        rf"|{_B}κριτής\b|{_B}κριτή\b|{_B}recenzent\w*|{_B}recenz(?:je|owanie)\b|{_B}hakem(?:lik|i|leri)?\b|{_B}granskare\b|{_B}sakkunniggranskare\b"
        rf"|{_B}fagfellevurder\w+|{_B}bedømmer\b|{_B}bíráló\w*|{_B}beoordelaar\b|{_B}pareceres\b(?=\s(?:para|d[oae]s?)\b|\s*:)|{_B}avaliador(?:a|es)?\b"
        rf"|{_B}dictaminador(?:a|es)?\b|{_B}arbitraje\b|{_B}avaluador(?:a|s)?\b|{_B}(?:re)?lectures?\s(?:pour|d['’]articles)\b"
        rf"|{_B}expertises?\s(?:pour|d['’]articles)\b|{_B}rapporteu(?:r|se)\s(?:pour|d['’]articles)\b|{_B}revisore\b|{_B}valutat(?:ore|rice)\b"
        rf"|{_B}mitra\sbestari\b|{_B}phản\sbiện\b|{_B}(?:peer[\s-])?referee\sper\b"
    ),
    "other": (
        r"(?:学会)?(?:理事|会员|委员|評議員|幹事|委員)|정회원|회원|이사|간사"
        rf"|{_B}член\w*\b|{_B}członk?\w*\b|{_B}člen\w*\b|{_B}üyesi\b|{_B}ledamot\b|{_B}medlem\b|{_B}mitglied\b"
    ),
}
"""What is added to the English words of each role, without regard to case."""

STEMS: dict[str, tuple[str, ...]] = {
    "area chair": ("主席", "エリア"),
    "chair": (
        "主席",
        "委員長",
        "座長",
        "チェア",
        "위원장",
        "좌장",
        "председател",
        "przewodnicz",
        "başkan",
        "ordförande",
        "voorzitter",
        "møteleder",
        "président",
        "presidente",
    ),
    "program committee": (
        "委员",
        "委員",
        "위원",
        "комитет",
        "комітет",
        "komitet",
        "rad",
        "výbor",
        "kurulu",
        "kommitté",
        "commissie",
        "komitee",
        "beirat",
        "comissão",
        "comitê",
        "programm",
    ),
    "editor": (
        "编",
        "編",
        "편집",
        "редакт",
        "редкол",
        "редакцион",
        "reda",
        "rad",
        "edit",
        "kurulu",
        "redact",
        "szerkeszt",
        "conse",
        "consell",
        "comi",
        "beirat",
        "schriftleit",
    ),
    "organizer": (
        "组",
        "組",
        "委員",
        "承办",
        "オーガ",
        "企画",
        "위원",
        "орг",
        "organi",
        "komitet",
        "kurulu",
        "arrang",
        "comissão",
    ),
    "reviewer": (
        "审",
        "審",
        "評",
        "评",
        "査読",
        "심사",
        "리뷰",
        "κριτ",
        "рецензе",
        "рецензи",
        "рецензу",
        "эксперт",
        "експерт",
        "recenz",
        "hakem",
        "granskare",
        "fagfelle",
        "bedømmer",
        "bíráló",
        "beoordelaar",
        "parecer",
        "avalia",
        "avalua",
        "dictamina",
        "arbitraje",
        "lecture",
        "expertise",
        "rapporteu",
        "revisore",
        "valutat",
        "mitra",
        "phản",
        "referee",
    ),
    "other": (
        "理事",
        "会员",
        "委员",
        "委員",
        "評議員",
        "幹事",
        "회원",
        "이사",
        "간사",
        "член",
        "człon",
        "člen",
        "üyesi",
        "ledamot",
        "medlem",
        "mitglied",
    ),
}
"""Letters that each of these words has in it."""

KINDS = (
    r"(?:[^\W\d_A-ZÀ-ÞА-Я]{3,15}\s){0,2}(?:konferencj\w{1,3}|sympozj\w{1,3}|warsztat\w{0,4}|czasopism\w{0,3}|pisma?|журнал\w{0,3}|конференци\w{1,2}"
    r"|семинар\w{0,2}|симпозиум\w{0,2}|журналів|revistas?|periódicos?|congresos?|congressos?|jornadas|simposio|simpósio|coloquio|encuentro"
    r"|seminario|seminário|talleres|rivist[ae]|convegno|congresso|revues?|colloques?|conférences?|congrès|journées?|séminaires?|tidskrift\w{0,4}|tidsskrift\w{0,4}"
    r"|tijdschrift\w{0,3}|dergi\w{0,4}|konferans\w{0,3}|časopis\w{0,2}|artículos|artigos|articoli|articles|tagung|konferenz|fachzeitschriften"
    r"|zeitschriften)"
    r"|för|voor|per|por|dla|для|во?|w|na|av|bij|i|af|til|u|et|und|y|e|och|og|en|der|die|das|den|dem|det|het|las?|los?|les?|gli|os|as|do|da|dos|das|il|el"
)
"""What kind of venue it is, in small letters in front of its name: "konferencji Loom"."""

VENUES = (
    r"tidss?krift|tijdschrift|časopis|czasopismo|журнал|вестник|вісник|известия|труды|dergisi|folyóirat|lehti|kongress(?:en)?|congres[so]o|congrès"
    r"|colloque|coloquio|simp[oó]sio|convegno|конференция|zjazd|konferencja|encontro|encuentro|jornadas|journées|tagung|årsskrift|vuosikirja"
    r"|jahrbuch|zeszyty|studia|cuadernos|cadernos?|quaderni|anales|anais|estudios|estudos|études|beiträge"
)
"""Words of the names of venues."""


LEADING = (
    r"av|af|w|do|da|dos|das|no|na|van|voor|för|в|во|на|per|por|para|pour|bij|componente|integrante"
    r"|участник|участница|член|członek|medlem|ledamot"
)
"""Words between a role and what it is held at."""
ASSUMED = r"(?:曾|现|兼|受邀)?(?:担任|任|担当)(?:了)?"

_WIDE = str.maketrans("：，；、（）～〜", ":,;,()––")
_DATE = re.compile(r"(?<=\d{4})年(?:度|\d{1,2}月(?:\d{1,2}日)?)?|(?<=\d{4})년(?:도)?(?:\s?\d{1,2}월)?")


def narrow(text: str) -> str:
    """Return a line with signs of full width as those of half, and no words behind years, every place as it was.

    >>> narrow("审稿人：ICEX、LOOM（2021年）")
    '审稿人:ICEX,LOOM(2021 )'
    """
    if text.isascii():
        return text
    return _DATE.sub(lambda m: " " * len(m.group()), text.translate(_WIDE))
