SELECT one.name AS name, one.iri AS "person iri", two.iri AS "other iri"
FROM thing AS one JOIN thing AS two ON two.kind = 'person' AND two.name = one.name AND two.id > one.id
WHERE one.kind = 'person'
ORDER BY one.name, one.iri, two.iri
