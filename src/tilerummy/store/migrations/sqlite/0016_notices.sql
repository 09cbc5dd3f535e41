-- Where a guest wants to be told of their games: a browser that takes pushes, with its session, or an address; of what (`kinds`,
-- with spaces around each), since when they are sure of it, and how (`body`, JSON); when it was made (ms).
create table outlet (
    id text not null primary key,
    player text not null,
    kind text not null,
    session text,
    body blob not null,
    kinds text not null,
    confirmed bigint,
    made bigint not null
) without rowid;
create index outlet_player on outlet (player);
create index outlet_session on outlet (session) where session is not null;
-- What is to be told, and where: about which turn of which game, when (ms), how often it was tried, and by which server it is
-- being told, until when nobody else tries.
create table notice (
    outlet text not null,
    game_id text not null,
    kind text not null,
    turn integer not null,
    due bigint not null,
    attempts integer not null default 0,
    worker text,
    until bigint,
    primary key (outlet, game_id, kind, turn)
) without rowid;
create index notice_due on notice (due);
-- What the server made up once and keeps to itself.
create table secret (
    name text not null primary key,
    value blob not null
) without rowid;
