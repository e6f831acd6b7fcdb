SELECT source.iri AS "source iri", person.iri AS "person iri", person.name AS name, employer.name AS organization, fact.role AS role,
  fact.start AS start, coalesce(fact.end, CASE fact.ongoing WHEN 'true' THEN 'present' END) AS end
FROM listed_employment AS listed CROSS JOIN fact ON fact.id = listed.fact JOIN source ON source.id = fact.source
JOIN thing AS person ON person.id = person_ JOIN thing AS employer ON employer.id = organization_
WHERE (:person IS NULL OR listed.fact IN (SELECT id FROM fact WHERE person_ = (SELECT id FROM thing WHERE iri = :person)))
ORDER BY listed.place
