-- The queue of one run: a line for each payoff that is wanted. A line without a payoff is open; whoever works on it has it
-- locked, in a transaction that ends with the payoff or with the worker's connection.
CREATE TABLE IF NOT EXISTS questions (
    i integer, j integer, PRIMARY KEY (i, j),
    place bigserial,                      -- what was wanted first is worked on first
    payoff text,                          -- exact: 3, 1/3, 0.25
    seen boolean NOT NULL DEFAULT false   -- by the driver that runs now
);
CREATE INDEX IF NOT EXISTS open_questions ON questions (place) WHERE payoff IS NULL;
CREATE INDEX IF NOT EXISTS new_answers ON questions (i, j) WHERE payoff IS NOT NULL AND NOT seen;
