WITH counted AS (SELECT maker, confidence, count(*) AS facts FROM fact WHERE maker IS NOT NULL GROUP BY 1, 2)
SELECT each.value AS extractor, sum(facts) AS "facts integer", mean(confidence, facts) AS "confidence decimal",
  min(confidence) AS "lowest decimal"
FROM counted JOIN maker ON maker.id = counted.maker JOIN json_each(maker.names) AS each
GROUP BY each.value ORDER BY sum(facts) DESC, each.value
