SELECT thing.iri AS "entity iri", thing.name AS name, count(DISTINCT said.source) AS "sources integer",
  count(DISTINCT said.form) AS "forms integer"
FROM (
  SELECT DISTINCT mention.thing AS thing, mention.form AS form, fact.source AS source
  FROM stated JOIN mention ON mention.id = stated.mention JOIN fact ON fact.id = stated.fact WHERE mention.form IS NOT NULL
) AS said JOIN thing ON thing.id = said.thing
GROUP BY thing.id HAVING count(DISTINCT said.source) > 1
ORDER BY 3 DESC, 4 DESC, thing.name, thing.iri
