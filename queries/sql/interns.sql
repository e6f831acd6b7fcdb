SELECT DISTINCT employer.iri AS "organization iri", employer.name AS company, person.iri AS "person iri", person.name AS name,
  fact.role AS role, fact.start AS start, coalesce(fact.end, CASE fact.ongoing WHEN 'true' THEN 'present' END) AS end
FROM fact INDEXED BY fact_post JOIN thing AS employer ON employer.id = organization_ JOIN thing AS person ON person.id = person_
WHERE relation = 'employment' AND role IS NOT NULL AND (:organization IS NULL OR employer.iri = :organization)
  AND matches(fact.role, '(^|[^a-z])intern(s|ship|ships)?([^a-z]|$)|实习')
ORDER BY employer.name, person.name, fact.start, fact.role
