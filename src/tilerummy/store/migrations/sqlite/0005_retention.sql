-- Finds what has not changed for long.
create index game_changed on game (status, changed);
