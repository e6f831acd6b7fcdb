SELECT person.iri AS "person iri", person.name AS name, employer.name AS organization, one.role AS role, one.startYear AS "year integer",
  here.iri AS "source iri", two.startYear AS "otherYear integer", there.iri AS "otherSource iri"
FROM fact AS one INDEXED BY fact_dated CROSS JOIN fact AS two INDEXED BY fact_dated ON two.person_ = one.person_ AND two.relation = 'employment' AND two.organization_ = one.organization_
  AND CAST(two.startYear AS INTEGER) > CAST(one.startYear AS INTEGER) AND lower(two.role) = lower(one.role) AND two.source != one.source
  AND two.startYear IS NOT NULL
JOIN thing AS person ON person.id = one.person_ JOIN thing AS employer ON employer.id = one.organization_
JOIN source AS here ON here.id = one.source JOIN source AS there ON there.id = two.source
WHERE one.relation = 'employment' AND one.startYear IS NOT NULL
ORDER BY person.name, employer.name, one.role, CAST(one.startYear AS INTEGER), CAST(two.startYear AS INTEGER), here.iri
