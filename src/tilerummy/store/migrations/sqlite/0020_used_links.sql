-- Links of mails that were used, by the SHA-256 of their token: in which session, and until when they would count (ms).
create table used_link (
    link blob not null primary key,
    until bigint not null,
    session text not null
) without rowid;
