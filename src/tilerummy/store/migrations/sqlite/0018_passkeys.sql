-- A guest's passkeys, by the ids of their credentials: the public key (COSE), how often it has signed by its own count,
-- the random handle under which authenticators know the guest; when it was made and last used (ms).
create table passkey (
    id blob not null primary key,
    player text not null,
    handle blob not null,
    public_key blob not null,
    sign_count integer not null,
    name text not null,
    made integer not null,
    used integer
) without rowid;
create index passkey_by_player on passkey (player);

-- What a guest's browser is to have signed next, until then (ms).
create table challenge (
    player text not null primary key,
    value blob not null,
    until integer not null
) without rowid;
create index challenge_by_end on challenge (until);
