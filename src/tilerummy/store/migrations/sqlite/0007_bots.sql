-- Who plays by a key: the guest whose bot it is, what they call it, and when they made its key (ms).
create table bot (
    id text not null primary key,
    owner text not null,
    name text not null,
    made bigint not null
) without rowid;
create index bot_owner on bot (owner, made);
