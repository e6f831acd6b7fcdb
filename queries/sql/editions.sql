SELECT series.name AS series, held.iri AS "edition iri", held.name AS name, edition.year AS year,
  papers AS "papers integer", people AS "people integer"
FROM edition JOIN event ON event.start = edition.thing JOIN thing AS held ON held.id = edition.thing
JOIN thing AS series ON series.id = event.end
WHERE :venue IS NULL OR series.iri = :venue
ORDER BY series.name, edition.year
