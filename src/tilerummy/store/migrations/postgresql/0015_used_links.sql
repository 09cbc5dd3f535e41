-- Links of mails that were used, by the SHA-256 of their token: in which session, and until when they would count (ms).
create table used_link (
    link bytea not null primary key,
    until bigint not null,
    session text collate "C" not null
);
