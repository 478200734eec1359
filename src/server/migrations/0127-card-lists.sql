-- Whether a card may charge, said once: for Authorize and for the lists that piles keep. Money aside, which is asked for where a
-- moment counts.
create function standing_of(card_status text, customer_status text) returns text language sql immutable as $$
  select case when card_status = 'blocked' then 'Blocked' when customer_status = 'normal' then 'Accepted' else 'Invalid' end
$$;
-- What a customer has left beside what unpaid sessions cost so far.
create function customer_credit_cents(customer bigint) returns bigint language sql stable as $$
  select u.balance_cents - coalesce((select sum(o.total_cents) from orders o
    where o.customer_id = u.id and o.status in ('generated', 'completed')), 0)::bigint
  from customer u where u.id = customer
$$;
create view card_standing as
  select c.id as card_id, c.number, upper(c.number) as tag, u.id as customer_id, u.balance_cents,
    standing_of(c.status, u.status) as standing
  from card c left join customer u on u.id = c.customer_id and u.archived_at is null
  where c.archived_at is null;

alter table pile_type add column keeps_card_list boolean not null default false, add column card_list_entries int;

-- A pile whose list is made here: how far it is. list_version: of the newest list that it took from us; told_version: what it said
-- last. compare_at: when the cards are looked at again; full_due: it is to be given all of the list; ask_due: it started anew;
-- send_after: it is left alone until then.
create table card_list (
  id bigint generated always as identity primary key,
  pile_id bigint not null unique references pile on delete cascade,
  site_id bigint references site on delete set null,
  state text not null default 'behind' check (state in ('in_step', 'behind', 'refused', 'not_supported', 'failed')),
  list_version bigint not null default 0,
  told_version bigint,
  told_at timestamptz,
  entries int not null default 0,
  wanted int not null default 0,
  left_out int not null default 0,
  said text,
  sent_at timestamptz,
  compare_at timestamptz not null default now(),
  full_due boolean not null default true,
  ask_due boolean not null default true,
  send_after timestamptz,
  failures int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index card_list_site on card_list (site_id);
create index card_list_compare on card_list (compare_at);
