SELECT origin.iri AS "origin iri", origin.name AS originName, destination.iri AS "destination iri",
  destination.name AS destinationName, count(DISTINCT old.person_) AS "people integer",
  min(CAST(new.startYear AS INTEGER)) AS "first integer"
FROM fact AS old INDEXED BY fact_dated CROSS JOIN fact AS new INDEXED BY fact_dated ON new.person_ = old.person_ AND new.relation = 'employment' AND new.startYear IS NOT NULL
  AND new.organization_ != old.organization_
  AND CAST(coalesce(old.endYear, old.startYear) AS INTEGER) <= CAST(new.startYear AS INTEGER)
  AND CAST(old.startYear AS INTEGER) <= CAST(new.startYear AS INTEGER)
JOIN thing AS origin ON origin.id = old.organization_ JOIN thing AS destination ON destination.id = new.organization_
WHERE old.relation = 'employment' AND old.startYear IS NOT NULL AND old.ongoing IS NOT 'true'
  AND (:origin IS NULL OR origin.iri = :origin) AND (:destination IS NULL OR destination.iri = :destination)
  AND NOT EXISTS (
    SELECT 1 FROM fact AS between_ WHERE between_.person_ = old.person_ AND between_.relation = 'employment'
      AND between_.startYear IS NOT NULL AND CAST(between_.startYear AS INTEGER) > CAST(old.startYear AS INTEGER)
      AND CAST(between_.startYear AS INTEGER) < CAST(new.startYear AS INTEGER)
  )
GROUP BY origin.id, destination.id
ORDER BY 5 DESC, origin.name, destination.name
