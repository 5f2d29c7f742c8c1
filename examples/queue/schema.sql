-- The queue of any number of runs, each with its name. A question without a payoff is open; whoever works on it has its line
-- locked, in a transaction that ends with the payoff or with the worker's connection.
CREATE TABLE IF NOT EXISTS runs (
    id bigserial PRIMARY KEY,
    name text UNIQUE NOT NULL,
    ledger text NOT NULL,                 -- of the driver: another ledger is another run
    rows integer NOT NULL, columns integer NOT NULL
);
CREATE TABLE IF NOT EXISTS questions (
    run bigint,
    i integer, j integer, PRIMARY KEY (run, i, j),
    place bigserial,                      -- what was wanted first is worked on first
    payoff text,                          -- exact: 3, 1/3, 0.25
    seen boolean NOT NULL DEFAULT false   -- by the driver that runs now
);
CREATE INDEX IF NOT EXISTS open_questions ON questions (run, place) WHERE payoff IS NULL;
CREATE INDEX IF NOT EXISTS new_answers ON questions (run, i, j) WHERE payoff IS NOT NULL AND NOT seen;
