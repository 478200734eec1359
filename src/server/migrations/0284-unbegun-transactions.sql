-- Transactions of which events came, and their start or their gun has not: no order is theirs until it comes, or a person has to look.
create table unbegun_transaction (
  pile_id bigint not null references pile (id) on delete cascade,
  transaction_id text not null,
  heard_at timestamptz not null, -- its last event, by our clock
  primary key (pile_id, transaction_id)
);
create index unbegun_transaction_heard on unbegun_transaction (heard_at);
insert into unbegun_transaction
  select e.pile_id, e.transaction_id, max(e.received_at) from transaction_event e
  where not exists (select from orders o where o.pile_id = e.pile_id and o.station_transaction_id = e.transaction_id)
  group by e.pile_id, e.transaction_id;

-- When a pile was asked whether it still has reports of a transaction, and whether it said so.
create table transaction_question (
  pile_id bigint not null references pile (id) on delete cascade,
  transaction_id text not null,
  asked_at timestamptz not null,
  has_more boolean not null default false,
  primary key (pile_id, transaction_id)
);
