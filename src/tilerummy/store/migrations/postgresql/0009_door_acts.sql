-- What hosts do about who comes in and who speaks at their tables, beside the record: nobody's id stands in it.
create table door_act (
    game_id text collate "C" not null,
    number integer not null,
    actor text collate "C" not null,
    command_id text collate "C" not null,
    body bytea not null,
    at bigint not null,
    primary key (game_id, number),
    constraint door_command unique (game_id, actor, command_id)
);
