-- What is told is kept as sentences that are said in any language: the last moves, and why a game ended.
-- Braces stand for facts in a sentence, so those of old texts go.
UPDATE game SET news = CASE news
    WHEN '' THEN '[]'
    ELSE json_array(json_object('one', replace(replace(news, '{', '('), '}', ')')))
END;
UPDATE game SET state = json_set(
    state, '$.outcome.reason',
    json_object('one', replace(replace(json_extract(state, '$.outcome.reason'), '{', '('), '}', ')'))
)
WHERE json_type(state, '$.outcome.reason') = 'text';
