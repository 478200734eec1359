-- Photos that people took of what an alarm is about. The record names the files, which it holds by that; who took each and when stands here.
alter table alarm add column photos text[];
create table photo (
  id bigint generated always as identity primary key,
  -- Made by the phone: what it sends again is the same photo.
  key text not null unique,
  entity text not null,
  entity_id bigint not null,
  file_key text not null,
  user_id bigint not null,
  user_name text not null,
  taken_at timestamptz not null,
  received_at timestamptz not null default now()
);
create index photo_of on photo (entity, entity_id);

-- A record that goes, for whatever reason, lets go of its photos.
create function release_photos() returns trigger language plpgsql as $$
begin
  delete from photo where entity = tg_argv[0] and entity_id = old.id;
  delete from file_use where entity = tg_argv[0] and entity_id = old.id;
  return null;
end $$;
create trigger alarm_photos after delete on alarm for each row when (old.photos is not null) execute function release_photos('alarm');
