-- A guest's passkeys, by the ids of their credentials: the public key (COSE), how often it has signed by its own count,
-- the random handle under which authenticators know the guest; when it was made and last used (ms).
create table passkey (
    id bytea not null primary key,
    player text collate "C" not null,
    handle bytea not null,
    public_key bytea not null,
    sign_count bigint not null,
    name text not null,
    made bigint not null,
    used bigint
);
create index passkey_by_player on passkey (player);

-- What a guest's browser is to have signed next, until then (ms).
create table challenge (
    player text collate "C" not null primary key,
    value bytea not null,
    until bigint not null
);
create index challenge_by_end on challenge (until);
