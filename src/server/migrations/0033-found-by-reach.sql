-- Who reaches a part has their records found by what they are theirs by. A card in the drawer is theirs who put it there, money
-- without an order its customer's: with an index for exactly those no row has to be asked again.
drop index card_created_by;
create index card_created_by on card (created_by) where customer_id is null and created_by is not null;
create index ledger_entry_apart on ledger_entry (customer_id) where order_id is null;

-- The dashboard of somebody who reaches a part reads no order either.
drop index orders_income;
create index orders_income on orders (ended_at)
  include (electricity_cents, service_cents, occupation_cents, energy_wh, type, site_id, pile_id) where ended_at is not null;
