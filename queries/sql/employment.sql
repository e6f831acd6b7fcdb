SELECT source.iri AS "source iri", person.iri AS "person iri", person.name AS name, employer.name AS organization, fact.role AS role,
  fact.start AS start, coalesce(fact.end, CASE fact.ongoing WHEN 'true' THEN 'present' END) AS end
FROM fact JOIN source ON source.id = fact.source JOIN thing AS person ON person.id = person_
JOIN thing AS employer ON employer.id = organization_
WHERE relation = 'employment' AND (:person IS NULL OR person.iri = :person)
ORDER BY source.iri, person.name, fact.start, employer.name, fact.role
