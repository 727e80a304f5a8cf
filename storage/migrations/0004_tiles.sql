-- A tile was an object, {"color":"R","number":4}; now it is an array, ["R",4]: the faces of all boxes are written anew.
CREATE TEMP TABLE face AS
WITH letter (letter) AS (VALUES ('R'), ('B'), ('K'), ('O'), ('S'), ('M'), ('C'), ('A'), ('H'), ('P'), ('L'), ('D')),
     number (number) AS (SELECT 0 UNION ALL SELECT number + 1 FROM number WHERE number < 13)
SELECT row_number() OVER () AS place, '{"color":' || color || ',"number":' || number || '}' AS before,
       '[' || color || ',' || number || ']' AS after
FROM (SELECT '"' || letter || '"' AS color, number FROM letter, number
      UNION ALL SELECT 'null', number FROM number);
UPDATE game SET state = (
    WITH RECURSIVE written (place, text) AS (
        SELECT 0, game.state
        UNION ALL
        SELECT face.place, replace(text, face.before, face.after) FROM written JOIN face ON face.place = written.place + 1
    )
    SELECT text FROM written ORDER BY place DESC LIMIT 1
)
WHERE state LIKE '%"color"%';
DROP TABLE face;
