-- What hosts do about who comes in and who speaks at their tables, beside the record: nobody's id stands in it.
create table door_act (
    game_id text not null references game (id),
    number integer not null,
    actor text not null,
    command_id text not null,
    body blob not null,
    at bigint not null,
    primary key (game_id, number),
    unique (game_id, actor, command_id)
) without rowid;
