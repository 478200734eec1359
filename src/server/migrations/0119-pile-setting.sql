-- What a pile said of its configuration when it was last asked. Keys are the same in whatever letters; a secret's value is null.
create table pile_setting (
  pile_id bigint not null references pile on delete cascade,
  key text not null,
  value text,
  read_only boolean not null,
  read_at timestamptz not null default now()
);
create unique index pile_setting_key on pile_setting (pile_id, lower(key));
-- Every value that was new when it was read: with the commands, the history of a key.
create table pile_setting_change (
  id bigint generated always as identity primary key,
  pile_id bigint not null references pile on delete cascade,
  key text not null,
  value text,
  read_at timestamptz not null default now()
);
create index pile_setting_change_key on pile_setting_change (pile_id, lower(key), id);
