WITH across AS (
  SELECT mention.thing, count(DISTINCT source) AS sources, count(DISTINCT form) AS forms
  FROM stated JOIN mention ON mention.id = stated.mention JOIN fact ON fact.id = stated.fact
  WHERE form IS NOT NULL GROUP BY mention.thing HAVING count(DISTINCT source) > 1
)
SELECT thing.iri AS "entity iri", thing.name AS name, across.sources AS "sources integer", across.forms AS "forms integer"
FROM across JOIN thing ON thing.id = across.thing
ORDER BY across.sources DESC, across.forms DESC, thing.name, thing.iri
