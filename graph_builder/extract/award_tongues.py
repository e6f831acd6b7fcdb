"""Words that awards have in their names, in languages other than those of western Europe."""

from __future__ import annotations

CUES = (
    r"\b(?:преми[яиюй]|стипенди[яиюй]|наград\w{1,3}|медал[ьи]|лауреат\w{0,2}|диплом\w{0,2}|премі[яїю]|стипенді[яїю]|нагород\w{1,3}|победител[ьи]"
    r"|nagrod[ay]|stypendi(?:um|a|ów)|wyróżnieni[ea]|laureat(?:ka)?|medal|cen[ay]|stipendi(?:um|e)|ocenění|stipendium|díj|ösztöndíj|érdemérem"
    r"|pris(?:et)?|stipendiet|utmärkelse\w{0,2}|legat|prijs|beurs|palkinto|apuraha|stipendi|ödülü?|burs[uy]?|madalyası?|βραβείο|υποτροφία|giải|học\s?bổng"
    r"|penghargaan|beasiswa|hadiah|premiul|bursă|bursa|nagrada|štipendija|preemia|balva|premija|пр[е]?мија|награда)(?![^\W_])"
    r"|\b\w{3,40}(?:pris|priset|stipendiet|stipendium|prijs|palkinto|beurs|díj|díja)\b"
    r"|賞|表彰|奨励|奨学|特別研究員|奖|獎|榮譽|優秀|称号|称號|入选|人才计划|金牌|银牌|铜牌|一等|二等|三等|第一名"
    r"|[가-힣]{2,}상(?![가-힣])|수상|장학|표창|최우수|우수|금메달|대상"
)
"""What the words of an award have in them, without regard to case."""
