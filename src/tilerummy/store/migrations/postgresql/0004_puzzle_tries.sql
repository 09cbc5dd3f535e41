-- The first tries of puzzles, numbered within a puzzle: who tried (null for who was forgotten), when (ms), whether it was
-- solved, how many solved it so far; how hard the puzzle and how strong the guest is after it, each with its deviation.
create table puzzle_try (
    edition text collate "C" not null,
    puzzle text collate "C" not null,
    number integer not null,
    player text collate "C",
    at bigint not null,
    solved integer not null,
    solvers integer not null,
    difficulty double precision not null,
    doubt double precision not null,
    strength double precision not null,
    strength_doubt double precision not null,
    primary key (edition, puzzle, number),
    constraint puzzle_try_once unique (edition, puzzle, player)
);
create index puzzle_try_player on puzzle_try (player, at);
