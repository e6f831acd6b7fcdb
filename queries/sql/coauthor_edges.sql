SELECT one.iri AS "person iri", one.name AS name, two.iri AS "other iri", two.name AS otherName, papers AS "papers integer"
FROM coauthor JOIN thing AS one ON one.id = coauthor.one JOIN thing AS two ON two.id = coauthor.other
ORDER BY papers DESC, one.name, two.name, one.iri, two.iri
