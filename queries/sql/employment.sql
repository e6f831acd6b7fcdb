SELECT source.iri AS "source iri", person.iri AS "person iri", person.name AS name, employer.name AS organization, fact.role AS role,
  fact.start AS start, coalesce(fact.end, CASE fact.ongoing WHEN 'true' THEN 'present' END) AS end
FROM fact CROSS JOIN source ON source.id = fact.source
CROSS JOIN thing AS person ON person.id = person_ CROSS JOIN thing AS employer ON employer.id = organization_
WHERE relation = 'employment'
  AND (:person IS NULL OR fact.id IN (SELECT id FROM fact WHERE person_ = (SELECT id FROM thing WHERE iri = :person)))
ORDER BY fact.source, person.name, fact.start, employer.name, fact.role, fact.id
