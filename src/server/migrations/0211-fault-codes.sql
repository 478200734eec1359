-- What makers' codes mean. Of one that is said for a type of pile and for all, the type's holds.
create table fault_code (
  id bigint generated always as identity primary key,
  code text not null,
  pile_type_id bigint references pile_type on delete restrict,
  meaning jsonb not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index fault_code_code_key on fault_code (lower(code), coalesce(pile_type_id, 0));
create index fault_code_pile_type on fault_code (pile_type_id);
