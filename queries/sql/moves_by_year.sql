WITH stay AS (
  SELECT person_ AS person, organization_ AS organization, min(first) AS year FROM fact
  WHERE relation IN ('employment', 'education') AND first IS NOT NULL AND person_ IS NOT NULL AND organization_ IS NOT NULL
    AND (coalesce(:origin, :destination) IS NULL OR person_ IN (
      SELECT person_ FROM fact WHERE organization_ = (SELECT id FROM thing WHERE iri = coalesce(:origin, :destination))
    ))
  GROUP BY person_, organization_
),
-- The last year before in which somebody began anywhere: years of a person are numbered, and each year follows the one before.
turn AS (SELECT person, year, lag(year) OVER (PARTITION BY person ORDER BY year) AS before FROM (SELECT DISTINCT person, year FROM stay))
SELECT origin.iri AS "origin iri", origin.name AS originName, destination.iri AS "destination iri", destination.name AS destinationName,
  joined.year AS "year integer", count(*) AS "people integer"
FROM turn JOIN stay AS joined ON joined.person = turn.person AND joined.year = turn.year
  JOIN stay AS old ON old.person = turn.person AND old.year = turn.before
  JOIN thing AS origin ON origin.id = old.organization JOIN thing AS destination ON destination.id = joined.organization
WHERE (:origin IS NULL OR origin.iri = :origin) AND (:destination IS NULL OR destination.iri = :destination)
GROUP BY origin.id, destination.id, joined.year
ORDER BY 6 DESC, origin.name, destination.name, joined.year, origin.iri, destination.iri
