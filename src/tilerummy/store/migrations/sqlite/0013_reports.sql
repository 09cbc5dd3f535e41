-- What people at tables report to the server's owner: who reported whom, by which name, why, and the line that it is about;
-- when (ms).
create table report (
    id text not null primary key,
    room text not null,
    reported text not null,
    name text not null,
    reporter text not null,
    reason text not null,
    text text not null,
    line text not null,
    at bigint not null
) without rowid;
create index report_at on report (at);
