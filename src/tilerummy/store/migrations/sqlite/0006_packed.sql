-- Finished games take little room: one row of `event` holds all rows up to its seq, compressed; `edition` names what they
-- were compressed with, the JSON of their edition, which is kept once. `seen` is when the player last did something there.
create table edition (
    hash blob not null primary key,
    body blob not null
);
alter table event add column edition blob references edition (hash);
alter table player_game add column seen bigint;
create index event_edition on event (edition) where edition is not null;
create index event_first on event (game_id) where seq = 1;
