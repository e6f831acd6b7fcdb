SELECT series.name AS series, held.iri AS "edition iri", held.name AS name, edition.year AS year,
  (SELECT count(DISTINCT work_) FROM fact WHERE edition_ = edition.thing AND relation = 'publication') AS "papers integer",
  (SELECT count(DISTINCT person_) FROM fact WHERE edition_ = edition.thing AND relation = 'service') AS "people integer"
FROM edition JOIN event ON event.start = edition.thing JOIN thing AS held ON held.id = edition.thing
JOIN thing AS series ON series.id = event.end
WHERE :venue IS NULL OR series.iri = :venue
ORDER BY series.name, edition.year
