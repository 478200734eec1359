-- A gun that a pile keeps for someone until a time. Its identity is the number that the pile knows it by; it begins where no engineer
-- counts, for a number that is used again replaces what the pile has under it.
create table reservation (
  id bigint generated always as identity (start with 100001) primary key,
  pile_id bigint not null references pile on delete cascade,
  site_id bigint references site on delete set null,
  connector_number int not null,
  customer_id bigint references customer on delete restrict,
  card_id bigint references card on delete restrict,
  card_number text,
  expires_at timestamptz not null,
  state text not null default 'asked'
    check (state in ('asked', 'accepted', 'refused', 'unclear', 'cancelled', 'expired', 'used')),
  reason text check (reason in ('occupied', 'faulted', 'unavailable', 'rejected', 'not_supported', 'not_reached', 'person', 'other')),
  order_id bigint references orders on delete set null,
  asked_by text,
  ended_at timestamptz,
  command_id bigint references command on delete set null,
  cancel_id bigint references command on delete set null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (customer_id is not null or card_number is not null)
);
create index reservation_pile on reservation (pile_id, state);
create index reservation_site on reservation (site_id);
create index reservation_open on reservation (expires_at) where state in ('asked', 'accepted', 'unclear');
create index reservation_customer on reservation (customer_id);
create index reservation_card on reservation (card_id);
create index reservation_order on reservation (order_id);
create index orders_reservation on orders (reservation_id, pile_id) where reservation_id is not null;

alter table system_setting add column reservation_hours int not null default 24;
