-- A live arena. A vote has the ticket of its pair, so that it counts once, however often it is sent.
CREATE TABLE IF NOT EXISTS players (
    id serial PRIMARY KEY,
    name text UNIQUE NOT NULL CHECK (name <> 'tie')
);
CREATE TABLE IF NOT EXISTS tickets (
    id bigserial PRIMARY KEY,
    a integer NOT NULL REFERENCES players, b integer NOT NULL REFERENCES players, CHECK (a <> b),
    made timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE IF NOT EXISTS votes (
    ticket bigint PRIMARY KEY REFERENCES tickets,
    place bigserial,                      -- the order in which they came
    a_got real NOT NULL CHECK (a_got IN (0, 0.5, 1))
);
-- The plan: so many matches of a pair, the most useful pair first, and how many of them were handed out.
CREATE TABLE IF NOT EXISTS planned (
    place integer PRIMARY KEY,
    a integer NOT NULL, b integer NOT NULL, count integer NOT NULL, dealt integer NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS plan_of (votes bigint NOT NULL);  -- how many votes the plan was made of
