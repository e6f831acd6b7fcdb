SELECT one.iri, 'https://schema.org/colleague', two.iri, NULL
FROM coauthor JOIN thing AS one ON one.id = coauthor.one JOIN thing AS two ON two.id = coauthor.other
WHERE :person IS NULL OR one.iri = :person
UNION ALL
SELECT two.iri, 'https://schema.org/colleague', one.iri, NULL
FROM coauthor JOIN thing AS one ON one.id = coauthor.one JOIN thing AS two ON two.id = coauthor.other
WHERE :person IS NULL OR two.iri = :person
UNION ALL
SELECT thing.iri, 'http://www.w3.org/2000/01/rdf-schema#label', NULL, thing.name
FROM thing LEFT JOIN thing AS asked ON asked.iri = :person
WHERE EXISTS (SELECT 1 FROM coauthor WHERE one = thing.id AND (:person IS NULL OR asked.id IN (one, other)))
OR EXISTS (SELECT 1 FROM coauthor WHERE other = thing.id AND (:person IS NULL OR asked.id IN (one, other)))
