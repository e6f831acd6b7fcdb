"""The labels of the tagger: one a field of a record, so that a label gives the field of a word and its relation."""

from __future__ import annotations

from graph_builder.extract.normalise.degrees import LEVELS
from graph_builder.extract.printed import SERVICE_ROLES
from graph_builder.model import Relation

FIELDS: dict[str, Relation] = {
    "SUBJECT": Relation.PROFILE,
    "SCHOOL": Relation.EDUCATION,
    **{f"DEGREE:{level}": Relation.EDUCATION for level in LEVELS},
    "FIELD": Relation.EDUCATION,
    "SCHOOL-START": Relation.EDUCATION,
    "SCHOOL-END": Relation.EDUCATION,
    "EMPLOYER": Relation.EMPLOYMENT,
    "UNIT": Relation.EMPLOYMENT,
    "POST": Relation.EMPLOYMENT,
    "POST-START": Relation.EMPLOYMENT,
    "POST-OPEN": Relation.EMPLOYMENT,
    "POST-END": Relation.EMPLOYMENT,
    "ADVISOR": Relation.ADVISING,
    "STUDENT": Relation.ADVISING,
    "TITLE": Relation.PUBLICATION,
    "AUTHOR": Relation.PUBLICATION,
    "VENUE": Relation.PUBLICATION,
    "YEAR": Relation.PUBLICATION,
    "TOPIC": Relation.INTEREST,
    "AWARD": Relation.AWARD,
    "AWARD-YEAR": Relation.AWARD,
    **{f"DUTY:{duty}": Relation.SERVICE for duty in SERVICE_ROLES},
    "DUTY-YEAR": Relation.SERVICE,
}
"""The relation of each field. *POST-OPEN* is the start of a post that goes on, where no word says so."""

TAGS = ("O", *(f"{side}-{name}" for name in FIELDS for side in "BI"))
NUMBER = {tag: number for number, tag in enumerate(TAGS)}
