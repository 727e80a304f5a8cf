-- The games for the solo ladder that server managers have voided, and that count as lost from `waits_until` on.
CREATE INDEX voided_games ON game (waits_until) WHERE unrated = 'pending';
