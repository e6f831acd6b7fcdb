SELECT DISTINCT person.iri AS "person iri", person.name AS name, fact.role AS role, fact.year AS year
FROM fact JOIN thing AS person ON person.id = person_
WHERE relation = 'service' AND venue_ = (SELECT id FROM thing WHERE iri = :venue)
ORDER BY fact.year, person.name, fact.role
