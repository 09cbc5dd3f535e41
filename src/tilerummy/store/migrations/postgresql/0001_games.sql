-- The same as SQLite's; what several servers have to agree on besides. Times are milliseconds since the epoch.
create table game (
    id text collate "C" not null primary key,
    seq integer not null,
    status text not null,
    deadline bigint,
    computer boolean not null,
    changed bigint not null,
    constraint game_status check (status in ('lobby', 'playing', 'over'))
) with (fillfactor = 70);
create index game_deadline on game (deadline) where deadline is not null;
create index game_computer on game (id) where computer;
-- Finished games take little room: one row of `event` holds all rows up to its seq, compressed with the JSON of an edition.
create table edition (
    hash bytea not null primary key,
    body bytea not null
);
create table event (
    game_id text collate "C" not null,
    seq integer not null,
    actor text collate "C" not null,
    command_id text collate "C",
    body bytea not null,
    at bigint not null,
    edition bytea references edition (hash),
    primary key (game_id, seq),
    constraint event_command unique (game_id, actor, command_id)
);
alter table event alter column body set storage external;
create index event_edition on event (edition) where edition is not null;
create index event_first on event (game_id) where seq = 1;
create table player_game (
    player text collate "C" not null,
    game_id text collate "C" not null,
    seen bigint,
    primary key (player, game_id)
);
create index player_game_game on player_game (game_id);
create table rack_order (
    game_id text collate "C" not null,
    player text collate "C" not null,
    body bytea not null,
    primary key (game_id, player)
);
create table chat_line (
    game_id text collate "C" not null,
    number integer not null,
    actor text collate "C" not null,
    command_id text collate "C" not null,
    body bytea not null,
    at bigint not null,
    primary key (game_id, number),
    constraint chat_command unique (game_id, actor, command_id)
);
create table revoked (
    player text collate "C" not null primary key,
    before bigint not null
);
-- Servers that live, and the games whose movers are connected to them.
create table worker (
    id text not null primary key,
    seen bigint not null,
    games text[] not null
);
-- What one server does for all, and until when.
create table lease (
    name text not null primary key,
    worker text not null,
    until bigint not null
);
