-- What a game that is over was for each of its guests, noted when one of them first looks: the name they had, when it ended
-- (ms; null where it counts for nobody, or they had left), whether they won, and their points.
create table outcome (
    game_id text collate "C" not null,
    player text collate "C" not null,
    name text not null,
    ended bigint,
    won integer not null,
    score integer not null,
    primary key (game_id, player)
);
create index outcome_player on outcome (player, ended);
-- What a guest wants of another one, whom they know by a name: not to see them in the list, to know nothing of the games
-- until then, to have nothing to do with them since then (ms).
create table acquaintance (
    player text collate "C" not null,
    other text collate "C" not null,
    name text not null,
    hidden integer not null,
    forgotten bigint,
    blocked bigint,
    primary key (player, other)
);
create index acquaintance_other on acquaintance (other);
