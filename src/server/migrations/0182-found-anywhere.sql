-- A million piles or sites are found by what they are called, as orders and customers are: from three characters on anywhere, else at
-- the beginning.
create index pile_number_begins on pile (station_number text_pattern_ops);
create index pile_serial_begins on pile (serial_number text_pattern_ops) where serial_number is not null;
create index pile_code_begins on pile (self_code text_pattern_ops) where self_code is not null;
create index site_name_begins on site (name text_pattern_ops);
create index site_address_begins on site (address text_pattern_ops) where address is not null;

do $$
begin
  create index pile_search on pile using gin (station_number gin_trgm_ops, serial_number gin_trgm_ops, self_code gin_trgm_ops);
  create index site_search on site using gin (name gin_trgm_ops, address gin_trgm_ops);
exception
  when undefined_object then
    raise notice 'pg_trgm is not available: searching many piles and sites will be slow';
end $$;

-- What very many orders hold is looked for among those that someone reaches, from the index alone.
drop index orders_pile, orders_site;
create index orders_pile on orders (pile_id, started_at desc, id desc)
  include (site_id, pile_type_id, status, abnormal, type, pay_type, refund_status, close_method, energy_wh, electricity_cents,
    service_cents, occupation_cents, total_cents, paid_cents, refunded_cents, number, card_number, plate);
create index orders_site on orders (site_id, started_at desc, id desc)
  include (pile_type_id, status, abnormal, type, pay_type, refund_status, close_method, energy_wh, electricity_cents,
    service_cents, occupation_cents, total_cents, paid_cents, refunded_cents, number, card_number, plate);
