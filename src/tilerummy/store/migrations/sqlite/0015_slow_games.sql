-- Turns that take hours or days get back, in whole hours, the time in which no server was there.
alter table game add column slow boolean not null default false;
-- When the server was last known to be there.
create table alive (
    id integer not null primary key,
    at integer not null,
    constraint alive_one check (id = 1)
);
