create table file (
  id bigint generated always as identity primary key,
  key text not null constraint file_key_key unique check (key ~ '^[0-9a-f]{32}$'),
  name text not null,
  folder text not null check (folder in ('images', 'documents', 'sheets', 'archives', 'firmware')),
  size_bytes bigint not null check (size_bytes >= 0),
  content_type text not null,
  width int,
  height int,
  owner text,
  owner_id bigint references users on delete set null,
  kept boolean not null default false,
  published boolean not null default false,
  sha256 text not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index file_created_at on file (created_at, id);
create index file_folder on file (folder, created_at);

-- Which record holds which file, written with the record: a held file stays.
create table file_use (
  file_id bigint not null references file on delete restrict,
  entity text not null,
  entity_id bigint not null,
  field text not null,
  primary key (entity, entity_id, field, file_id)
);
create index file_use_file on file_use (file_id);

-- Contents that no file owns: those that are just being stored, and those whose file is gone. They go a day after `at`.
create table file_loose (
  key text primary key,
  at timestamptz not null default now()
);
create function file_leaves_content() returns trigger language plpgsql as $$
begin
  insert into file_loose (key) values (old.key);
  return null;
end $$;
create trigger file_leaves_content after delete on file for each row execute function file_leaves_content();

alter table site add column main_image text;
alter table site add column detail_images text[];
