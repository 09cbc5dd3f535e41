-- A session of `player` (`*`: anybody) that was issued before `before` (ms) counts no more.
create table revoked (
    player text not null primary key,
    before bigint not null
) without rowid;
