SELECT mention.iri AS "mention iri", form, thing.iri AS "entity iri", thing.name AS name, score AS "score decimal", rule,
  reason.text AS reason
FROM mention JOIN thing ON thing.id = mention.thing LEFT JOIN reason ON reason.mention = mention.id
WHERE status = 'inferred' AND score <= coalesce(:maximum, 1.0) AND form IS NOT NULL AND rule IS NOT NULL
ORDER BY score, mention.iri, reason.text
