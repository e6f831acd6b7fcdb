WITH latest(year) AS (SELECT max(max(coalesce(first, 0)), max(iif(last = 9999, 0, coalesce(last, 0)))) FROM fact WHERE relation = 'employment'),
stay AS (
  SELECT DISTINCT organization_ AS employer, person_ AS person, first, last FROM fact
  WHERE relation = 'employment' AND first IS NOT NULL AND person_ IS NOT NULL AND organization_ IS NOT NULL
    AND (:organization IS NULL OR organization_ = (SELECT id FROM thing WHERE iri = :organization))
),
year(year) AS (SELECT coalesce(:year, 1930) UNION ALL SELECT year + 1 FROM year WHERE year < 2049 AND :year IS NULL)
SELECT thing.iri AS "organization iri", thing.name AS name, CAST(year.year AS INTEGER) AS "year integer", count(DISTINCT person) AS "people integer"
FROM stay CROSS JOIN latest JOIN year ON year.year BETWEEN first AND min(last, latest.year) JOIN thing ON thing.id = employer
GROUP BY employer, year.year
ORDER BY thing.name, thing.iri, year.year
