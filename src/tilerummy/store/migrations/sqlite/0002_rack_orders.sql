-- How each player arranged their rack: one row for each player and game.
create table rack_order (
    game_id text not null references game (id),
    player text not null,
    body blob not null,
    primary key (game_id, player)
) without rowid;
