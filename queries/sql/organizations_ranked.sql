SELECT thing.iri AS "organization iri", thing.name AS name, people AS "people integer"
FROM (SELECT end, count(*) AS people FROM affiliation GROUP BY end) JOIN thing ON thing.id = end
ORDER BY people DESC, thing.name, thing.iri
