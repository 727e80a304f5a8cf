-- The badges that have been announced, each on the end card of the game that earned it. That a badge is earned follows
-- from the results alone; a row says that it needn't be announced again. `shown_at` is in seconds since the epoch.
CREATE TABLE badge_shown (
    user_id INTEGER NOT NULL,
    badge TEXT NOT NULL,
    game_id INTEGER NOT NULL REFERENCES finished_game (game_id),
    shown_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, badge)
) STRICT, WITHOUT ROWID;
CREATE INDEX badges_of_a_game ON badge_shown (game_id);

-- A person's seasons, so that their first places are found without reading everybody's scores.
CREATE INDEX scores_of_a_user ON season_score (user_id);
