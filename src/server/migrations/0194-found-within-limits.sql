-- The search of the top bar looks through the newest that someone reaches: each site's, pile's, merchant's and department's come newest first.
drop index pile_site, pile_merchant, customer_merchant, customer_dept, customer_created_by;
create index pile_site on pile (site_id, id desc);
create index pile_merchant on pile (merchant_id, id desc);
create index customer_merchant on customer (merchant_id, id desc) where merchant_id is not null;
create index customer_dept on customer (dept_id, id desc) where dept_id is not null;
create index customer_created_by on customer (created_by, id desc) where created_by is not null;

-- A million merchants or people are found at the beginning of whatever they are searched by.
create index merchant_address_begins on merchant (address text_pattern_ops) where address is not null;
create index merchant_contact_begins on merchant (contact text_pattern_ops) where contact is not null;
create index merchant_phone_begins on merchant (phone text_pattern_ops) where phone is not null;
create index users_user_name_begins on users (user_name text_pattern_ops);
create index users_name_begins on users (name text_pattern_ops);
create index users_phone_begins on users (phone text_pattern_ops) where phone is not null;
create index users_email_begins on users (email text_pattern_ops) where email is not null;

-- Alarms are found by the maker's code as well.
create index alarm_vendor_begins on alarm (vendor_code text_pattern_ops) where vendor_code is not null;

-- An order's number and card are looked for whole and by their beginning in one index each, where two were written for every order.
alter table orders drop constraint orders_number_key;
drop index orders_number_begins, orders_card, orders_card_begins;
create unique index orders_number_key on orders (number text_pattern_ops);
create index orders_card on orders (card_number text_pattern_ops, id desc) where card_number is not null;

do $$
begin
  create index users_search on users using gin (user_name gin_trgm_ops, name gin_trgm_ops, phone gin_trgm_ops, email gin_trgm_ops);
  create index alarm_vendor_search on alarm using gin (vendor_code gin_trgm_ops) where vendor_code is not null;
exception
  when undefined_object then
    raise notice 'pg_trgm is not available: searching many people and alarms will be slow';
end $$;
