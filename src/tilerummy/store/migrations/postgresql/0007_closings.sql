-- Whom the server's owner has closed, a guest or an address, since when and until when (ms).
create table closing (
    name text collate "C" not null primary key,
    made bigint not null,
    until bigint not null
);
