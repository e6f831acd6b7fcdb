SELECT one.iri AS "one iri", one.name AS oneName, two.iri AS "two iri", two.name AS twoName, papers AS "papers integer"
FROM collaboration JOIN thing AS one ON one.id = collaboration.one JOIN thing AS two ON two.id = collaboration.other
WHERE :organization IS NULL OR one.iri = :organization OR two.iri = :organization
ORDER BY papers DESC, one.name, two.name, one.iri, two.iri
