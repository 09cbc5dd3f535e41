-- What is said at a table: the last lines of each game, numbered within it.
create table chat_line (
    game_id text not null references game (id),
    number integer not null,
    actor text not null,
    command_id text not null,
    body blob not null,
    at bigint not null,
    primary key (game_id, number),
    constraint chat_command unique (game_id, actor, command_id)
) without rowid;
