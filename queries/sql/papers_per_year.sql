SELECT year, papers AS "papers integer" FROM published ORDER BY year
