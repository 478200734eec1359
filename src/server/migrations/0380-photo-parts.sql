-- What has arrived of photos that come in parts: of several nodes any may get the next part. A part goes on where the one before ends.
create table photo_part (
  user_id bigint not null,
  key text not null,
  -- Where in the photo it begins, in bytes.
  at integer not null,
  content bytea not null,
  arrived_at timestamptz not null default now(),
  primary key (user_id, key, at)
);
-- Pictures are packed already.
alter table photo_part alter column content set storage external;
