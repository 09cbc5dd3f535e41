-- Games, their logs, and the players' index of their games. Times are milliseconds since the epoch.
create table game (
    id text not null primary key,
    seq integer not null,
    status text not null,
    deadline bigint,
    computer boolean not null,
    changed bigint not null,
    constraint game_status check (status in ('lobby', 'playing', 'over'))
);
create index game_deadline on game (deadline) where deadline is not null;
create index game_computer on game (id) where computer;
create table event (
    game_id text not null references game (id),
    seq integer not null,
    actor text not null,
    command_id text,
    body blob not null,
    at bigint not null,
    primary key (game_id, seq),
    constraint event_command unique (game_id, actor, command_id)
) without rowid;
create table player_game (
    player text not null,
    game_id text not null references game (id),
    primary key (player, game_id)
) without rowid;
