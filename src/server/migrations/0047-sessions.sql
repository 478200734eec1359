-- When an order's use of its connector was over (by our clock): nothing that comes later there touches it. Null while it
-- runs, or while its cable is watched.
alter table orders add column left_at timestamptz;
-- The pile has used the transaction's number, so it got our answer to its start.
alter table orders add column named boolean not null default false;
-- The unique id of the message that began it.
alter table orders add column start_message text;
-- Whose clock gave the times that it is billed by.
alter table orders add column timed_by text not null default 'pile' check (timed_by in ('pile', 'server'));

-- Held orders that waited for a cable that is long out.
update orders set left_at = coalesce(unplugged_at, stop_received_at, updated_at)
where status = 'completed' and abnormal is not null and (
  unplugged_at is not null or close_method is null
  or exists (select from orders later
    where later.pile_id = orders.pile_id and later.connector_number = orders.connector_number and later.id > orders.id));

-- Those that a connector may still touch: held ones are left out, however many wait for a person.
drop index orders_open;
create index orders_open on orders (pile_id, connector_number)
  where status in ('generated', 'completed') and left_at is null;
-- Starts of one session are looked for by what they say without their running number.
create index orders_start on orders (pile_id, split_part(start_key, '#', 1));

-- What else charged at a connector while a session did.
create index orders_connector on orders (pile_id, connector_number, id desc);

-- Every occurrence of a report that was set aside counts.
alter table set_aside add column times int not null default 1;
alter table set_aside add column last_received_at timestamptz;
update set_aside set last_received_at = received_at;
alter table set_aside alter column last_received_at set not null;
alter table set_aside alter column last_received_at set default now();
