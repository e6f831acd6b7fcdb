WITH edge AS (
  SELECT one, other FROM coauthor UNION ALL SELECT other, one FROM coauthor
), wanted AS (
  SELECT * FROM edge WHERE :person IS NULL OR one = (SELECT id FROM thing WHERE iri = :person)
)
SELECT one.iri AS "subject iri", 'https://schema.org/colleague' AS "predicate iri", two.iri AS "object iri", NULL AS text
FROM wanted JOIN thing AS one ON one.id = wanted.one JOIN thing AS two ON two.id = wanted.other
UNION ALL
SELECT iri, 'http://www.w3.org/2000/01/rdf-schema#label', NULL, name
FROM thing WHERE id IN (SELECT one FROM wanted UNION SELECT other FROM wanted)
