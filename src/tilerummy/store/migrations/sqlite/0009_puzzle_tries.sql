-- The first tries of puzzles, numbered within a puzzle: who tried (null for who was forgotten), when (ms), whether it was
-- solved, how many solved it so far; how hard the puzzle and how strong the guest is after it, each with its deviation.
create table puzzle_try (
    edition text not null,
    puzzle text not null,
    number integer not null,
    player text,
    at integer not null,
    solved integer not null,
    solvers integer not null,
    difficulty real not null,
    doubt real not null,
    strength real not null,
    strength_doubt real not null,
    primary key (edition, puzzle, number),
    constraint puzzle_try_once unique (edition, puzzle, player)
) without rowid;
create index puzzle_try_player on puzzle_try (player, at);
