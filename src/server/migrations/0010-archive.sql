-- What has a history is not erased but put out of use, from this moment on. Its name may be used again.
alter table site add column archived_at timestamptz;
alter table pile_type add column archived_at timestamptz;
alter table pile add column archived_at timestamptz;
alter table billing_rule add column archived_at timestamptz;
alter table strategy add column archived_at timestamptz;
alter table merchant add column archived_at timestamptz;
alter table customer add column archived_at timestamptz;
alter table card add column archived_at timestamptz;

alter table site drop constraint site_name_key;
create unique index site_name_key on site (name) where archived_at is null;
alter table pile_type drop constraint pile_type_name_key;
create unique index pile_type_name_key on pile_type (name) where archived_at is null;
alter table pile drop constraint pile_station_number_key;
create unique index pile_station_number_key on pile (station_number) where archived_at is null;
alter table billing_rule drop constraint billing_rule_name_key;
create unique index billing_rule_name_key on billing_rule (name) where archived_at is null;
alter table strategy drop constraint strategy_name_key;
create unique index strategy_name_key on strategy (name) where archived_at is null;
alter table merchant drop constraint merchant_name_key;
create unique index merchant_name_key on merchant (name) where archived_at is null;
alter table customer drop constraint customer_account_key;
create unique index customer_account_key on customer (account) where archived_at is null;
drop index card_number;
create unique index card_number on card (upper(number)) where archived_at is null;

create index customer_archived on customer (id desc) where archived_at is not null;
create index card_archived on card (id desc) where archived_at is not null;

-- A card out of use for a reason. Whoever had it before stands in the audit.
alter table card add column block_reason text;
alter table card add constraint card_block_reason_check
  check (block_reason in ('lost', 'stolen', 'damaged', 'misused', 'other'));
alter table card add column remark text;
create index orders_card on orders (card_number, id desc) where card_number is not null;

-- Each movement of a balance has a number that stands on its receipt.
create sequence ledger_number_seq;
alter table ledger_entry add column number text not null
  default 'L' || lpad(nextval('ledger_number_seq')::text, 9, '0');
create unique index ledger_entry_number on ledger_entry (number);
