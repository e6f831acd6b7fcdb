-- Where somebody began in one year follows where they began in the year before in which they began anywhere.
WITH stay AS (
  SELECT person_ AS person, organization_ AS organization, min(first) AS year FROM fact
  WHERE relation IN ('employment', 'education') AND first IS NOT NULL AND person_ IS NOT NULL AND organization_ IS NOT NULL
    AND (coalesce(:origin, :destination) IS NULL OR person_ IN (
      SELECT person_ FROM fact WHERE organization_ = (SELECT id FROM thing WHERE iri = coalesce(:origin, :destination))
    ))
  GROUP BY person_, organization_
),
begun AS (SELECT person, year, json_group_array(organization) AS places FROM stay GROUP BY person, year),
turn AS (SELECT year, places, lag(places) OVER (PARTITION BY person ORDER BY year) AS before FROM begun),
move AS MATERIALIZED (
  SELECT old.value AS origin, new.value AS destination, year, count(*) AS people
  FROM turn CROSS JOIN json_each(before) AS old CROSS JOIN json_each(places) AS new
  WHERE before IS NOT NULL
  GROUP BY 1, 2, 3
)
SELECT origin.iri AS "origin iri", origin.name AS originName, destination.iri AS "destination iri", destination.name AS destinationName,
  move.year AS "year integer", people AS "people integer"
FROM move CROSS JOIN thing AS origin ON origin.id = move.origin CROSS JOIN thing AS destination ON destination.id = move.destination
WHERE (:origin IS NULL OR origin.iri = :origin) AND (:destination IS NULL OR destination.iri = :destination)
ORDER BY 6 DESC, origin.name, destination.name, move.year, origin.iri, destination.iri
