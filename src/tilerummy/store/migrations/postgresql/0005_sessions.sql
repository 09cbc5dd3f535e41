-- The browsers in which a guest is known: each has a session of its own. What people recognise of a browser, when it came and
-- when it was last seen (ms, by the hour).
create table session (
    id text collate "C" not null primary key,
    player text collate "C" not null,
    browser text not null,
    system text not null,
    made bigint not null,
    seen bigint not null
);
create index session_player on session (player);
create index session_seen on session (seen);
-- Who asks to use a link, by which number both browsers show, from what browser; whether the guest agreed (1, 0); and the
-- session it became.
alter table handover add column asker text collate "C";
alter table handover add column code text collate "C";
alter table handover add column browser text;
alter table handover add column system text;
alter table handover add column agreed integer;
alter table handover add column session text collate "C";
create index handover_asker on handover (asker) where asker is not null;
