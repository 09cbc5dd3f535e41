-- A guest's recovery sheet, by the argon2id hash of its words: when it was made and last used (ms), and in what browser.
create table recovery (
    player text collate "C" not null primary key,
    secret bytea not null unique,
    made bigint not null,
    used bigint,
    browser text,
    system text
);
