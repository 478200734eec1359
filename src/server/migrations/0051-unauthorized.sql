-- Why a start was not authorized (or, with refused_from, why the session was not from then on), and whose card it claimed to be.
-- Such an order is nobody's debt until a person decides: its customer_id is null until then.
alter table orders
  add column refused_as text
    check (refused_as in ('card_blocked', 'card_invalid', 'card_expired', 'card_in_use', 'balance_short')),
  add column refused_from timestamptz, -- by our clock
  add column claimed_customer_id bigint references customer on delete set null,
  -- The start from the console that explains this one, which explains no other.
  add column command_id bigint references command on delete set null,
  -- What the pile said of a reservation.
  add column reservation_id int;
create unique index orders_command on orders (command_id) where command_id is not null;
create index orders_claimed on orders (claimed_customer_id) where claimed_customer_id is not null;

-- The order that an alarm is about.
alter table alarm add column order_id bigint references orders on delete set null;
create index alarm_order on alarm (order_id) where order_id is not null and cleared_at is null;
