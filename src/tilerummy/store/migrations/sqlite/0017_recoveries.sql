-- A guest's recovery sheet, by the argon2id hash of its words: when it was made and last used (ms), and in what browser.
create table recovery (
    player text not null primary key,
    secret blob not null unique,
    made integer not null,
    used integer,
    browser text,
    system text
) without rowid;
