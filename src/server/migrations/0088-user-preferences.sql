-- How a person laid out the console, so that their next device shows the same; the device has a copy for a start without a network.
create table user_preference (
  user_id bigint primary key references users on delete cascade,
  kept jsonb not null default '{}' check (jsonb_typeof(kept) = 'object' and octet_length(kept::text) <= 8192)
);
