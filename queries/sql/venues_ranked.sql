WITH counted AS (
  SELECT part.end AS venue, count(DISTINCT part.start) AS papers, count(DISTINCT author.end) AS authors
  FROM part LEFT JOIN author ON author.start = part.start GROUP BY part.end
)
SELECT thing.iri AS "venue iri", thing.name AS name, papers AS "papers integer", authors AS "authors integer"
FROM counted JOIN thing ON thing.id = counted.venue
ORDER BY papers DESC, thing.name
