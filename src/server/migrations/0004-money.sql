-- What the orders of each status come to: adding up a million of them takes seconds for each list page. Every statement
-- notes the difference that it made, so writers do not wait for each other; a chore adds them up.
create table order_sum (
  status text not null,
  orders bigint not null,
  energy_wh bigint not null,
  electricity_cents bigint not null,
  service_cents bigint not null,
  occupation_cents bigint not null,
  total_cents bigint not null,
  paid_cents bigint not null
);

create function note_order_sum() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into order_sum
      select status, -count(*), -sum(energy_wh), -sum(electricity_cents), -sum(service_cents), -sum(occupation_cents),
        -sum(total_cents), -sum(paid_cents)
      from was group by status;
  end if;
  if tg_op <> 'DELETE' then
    insert into order_sum
      select status, count(*), sum(energy_wh), sum(electricity_cents), sum(service_cents), sum(occupation_cents),
        sum(total_cents), sum(paid_cents)
      from is_now group by status;
  end if;
  return null;
end $$;
create trigger order_sum_insert after insert on orders referencing new table as is_now
  for each statement execute function note_order_sum();
create trigger order_sum_update after update on orders referencing old table as was new table as is_now
  for each statement execute function note_order_sum();
create trigger order_sum_delete after delete on orders referencing old table as was
  for each statement execute function note_order_sum();

create function forget_order_sums() returns trigger language plpgsql as $$
begin
  delete from order_sum;
  return null;
end $$;
create trigger order_sum_truncate after truncate on orders for each statement execute function forget_order_sums();

insert into order_sum
  select status, count(*), sum(energy_wh), sum(electricity_cents), sum(service_cents), sum(occupation_cents),
    sum(total_cents), sum(paid_cents)
  from orders group by status;

-- A list that is narrowed by time or by site adds up what this index holds, without the rows.
drop index orders_started;
create index orders_started on orders (started_at desc, id desc)
  include (site_id, status, energy_wh, electricity_cents, service_cents, occupation_cents, total_cents, paid_cents);

-- A card's number is kept in capitals: piles send it in either case (OCPP 1.6, 7.28).
update card set number = upper(number) where number <> upper(number);
create function card_number_in_capitals() returns trigger language plpgsql as $$
begin
  new.number = upper(new.number);
  return new;
end $$;
create trigger card_number_in_capitals before insert or update of number on card
  for each row execute function card_number_in_capitals();
