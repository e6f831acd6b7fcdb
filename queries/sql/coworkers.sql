WITH post AS NOT MATERIALIZED (
  SELECT id, person_ AS person, organization_ AS employer, CAST(startYear AS INTEGER) AS since,
    CAST(coalesce(endYear, CASE WHEN ongoing IS NOT NULL THEN 9999 ELSE startYear END) AS INTEGER) AS until
  FROM fact WHERE relation = 'employment' AND coalesce(startYear, endYear) IS NOT NULL AND startYear IS NOT NULL
)
SELECT other.iri AS "coworker iri", other.name AS name, house.name AS organization,
  min(max(own.since, theirs.since)) AS "firstYear integer", max(min(own.until, theirs.until)) AS "lastYear integer"
FROM post AS own CROSS JOIN post AS theirs ON theirs.employer = own.employer AND theirs.person != own.person
  AND max(own.since, theirs.since) <= min(own.until, theirs.until)
JOIN thing AS other ON other.id = theirs.person JOIN thing AS house ON house.id = own.employer
WHERE own.person = (SELECT id FROM thing WHERE iri = :person)
GROUP BY other.id, house.name
ORDER BY other.name, house.name, 4, 5
