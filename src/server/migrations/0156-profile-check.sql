-- What a pile that holds charging profiles last said that they come to at its guns in the day that followed, held against what they should.
create table profile_check (
  pile_id bigint primary key references pile on delete cascade,
  -- refused: it does not say.
  state text not null check (state in ('same', 'differs', 'refused')),
  -- [{ "connector_number": 1, "from": instant, "to": instant, "ours_w": 60000 | null, "theirs_w": null }]
  differences jsonb not null default '[]',
  said text,
  checked_at timestamptz not null default now()
);
