SELECT name AS extractor, facts AS "facts integer", mean AS "confidence decimal", lowest AS "lowest decimal"
FROM extractor ORDER BY facts DESC, name
