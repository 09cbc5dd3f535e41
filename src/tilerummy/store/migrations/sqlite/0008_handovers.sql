-- A guest's link to another browser, by the SHA-256 of its token: what travels with them, when it was made, until when it
-- counts and when it was used (ms). The index finds what a guest said.
create table handover (
    token blob not null primary key,
    player text not null,
    body blob not null,
    made bigint not null,
    until bigint not null,
    taken bigint
) without rowid;
create index handover_player on handover (player);
create index chat_line_actor on chat_line (actor);
