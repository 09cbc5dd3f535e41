-- Finds what a guest made: games, sheets and tournaments begin with a row of theirs.
create index event_maker on event (actor) where seq = 1;
