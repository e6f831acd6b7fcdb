SELECT paper.iri AS paper, listed.position AS "position integer", person.iri AS "author iri"
FROM listed CROSS JOIN paper ON paper.id = listed.paper CROSS JOIN thing AS person ON person.id = listed.author
GROUP BY listed.paper, listed.position, listed.author
ORDER BY listed.paper, listed.position, listed.author
