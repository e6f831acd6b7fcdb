WITH job AS NOT MATERIALIZED (
  SELECT person_ AS person, organization_ AS employer, role, CAST(startYear AS INTEGER) AS since,
    CAST(coalesce(endYear, CASE WHEN ongoing IS NOT NULL THEN 9999 ELSE startYear END) AS INTEGER) AS until
  FROM fact INDEXED BY fact_dated WHERE relation = 'employment' AND startYear IS NOT NULL AND organization_ IS NOT NULL
)
SELECT DISTINCT person.iri AS "person iri", person.name AS name, first.name AS organization, one.role AS role,
  second.name AS other, two.role AS otherRole, max(one.since, two.since) AS "firstYear integer",
  min(one.until, two.until) AS "lastYear integer"
FROM job AS one JOIN job AS two ON two.person = one.person AND two.employer > one.employer
  AND max(one.since, two.since) < min(one.until, two.until)
JOIN thing AS person ON person.id = one.person JOIN thing AS first ON first.id = one.employer
JOIN thing AS second ON second.id = two.employer
WHERE :person IS NULL OR person.iri = :person
ORDER BY person.name, person.iri, 7, first.name, second.name, one.role, two.role
