-- What piles were asked to upload of their diagnostics. token_hash: SHA-256 of the address's secret part, which takes one file; file: the key
-- of what came.
create table diagnostics_upload (
  id bigint generated always as identity primary key,
  pile_id bigint not null references pile on delete cascade,
  command_id bigint references command on delete set null,
  asked_by text,
  token_hash text not null unique,
  expires_at timestamptz not null,
  file text,
  received_at timestamptz,
  fetched_by text,
  fetched_at timestamptz,
  created_at timestamptz not null default now()
);
create index diagnostics_upload_pile on diagnostics_upload (pile_id, id desc);
create index diagnostics_upload_command on diagnostics_upload (command_id);
