-- Numbers that a pile asked for in the last day and that stand for no card: who tries out numbers is known by how many different
-- ones there are. At most `MOST_A_DAY` rows for each pile.
create table unknown_card (
  pile_id bigint not null references pile on delete cascade,
  number text not null,
  at timestamptz not null default now(),
  primary key (pile_id, number)
);
