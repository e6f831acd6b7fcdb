SELECT DISTINCT thing.iri AS "entity iri",
  CASE kind WHEN 'person' THEN 'Person' WHEN 'organization' THEN 'Organization' WHEN 'work' THEN 'CreativeWork'
    WHEN 'venue' THEN 'Venue' ELSE 'Concept' END AS kind,
  thing.name AS name, found
FROM (SELECT id, name AS found FROM thing UNION ALL SELECT thing, name FROM other_name) AS form JOIN thing ON thing.id = form.id
WHERE instr(lcase(found), lcase(:text)) > 0
ORDER BY thing.name, thing.iri, found LIMIT 200
