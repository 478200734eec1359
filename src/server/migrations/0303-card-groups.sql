-- Cards of one group end each other's sessions (OCPP 1.6, 3.5: parentIdTag; 2.0.1, C09: groupIdToken). A master pass ends anybody's and
-- starts none (C16). at_once: so many of its cards charge at the same time; null: no limit of the group's own.
create table card_group (
  id bigint generated always as identity primary key,
  number text not null,
  name text,
  kind text not null default 'drivers' check (kind in ('drivers', 'master_pass')),
  customer_id bigint references customer on delete restrict,
  at_once int check (at_once between 1 and 999),
  remark text,
  created_by bigint,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- Compared as idTags are.
create unique index card_group_number on card_group (upper(number));
create index card_group_customer on card_group (customer_id);
create index card_group_created_by on card_group (created_by) where customer_id is null and created_by is not null;

-- expired: that its time is over was noted, and whoever may still let it in is told.
alter table card add column group_id bigint references card_group on delete restrict,
  add column valid_until timestamptz,
  add column at_once int check (at_once between 1 and 99),
  add column expired boolean not null default false;
create index card_group_of on card (group_id);
create index card_valid_until on card (valid_until, id);
create index card_expires on card (valid_until) where valid_until is not null and not expired;

create function note_card_time() returns trigger language plpgsql as $$
begin
  new.expired := coalesce(new.valid_until <= now(), false);
  return new;
end $$;
create trigger card_time before insert or update of valid_until on card for each row execute function note_card_time();

create or replace view card_standing as
  select c.id as card_id, c.number, upper(c.number) as tag, u.id as customer_id, u.balance_cents,
    case when c.status = 'blocked' then 'Blocked' when c.valid_until <= now() then 'Expired'
      when g.kind = 'master_pass' then 'Accepted' else standing_of(c.status, u.status) end as standing,
    g.id as group_id, g.number as group_number, coalesce(g.kind = 'master_pass', false) as is_master, g.at_once as group_at_once,
    c.valid_until, coalesce(c.at_once, 1) as at_once
  from card c left join customer u on u.id = c.customer_id and u.archived_at is null left join card_group g on g.id = c.group_id
  where c.archived_at is null;

create or replace function card_is_good(tag text) returns boolean language sql stable as $$
  select bool_or(c.archived_at is null and c.status = 'normal' and coalesce(c.valid_until > now(), true)
    and (coalesce(g.kind = 'master_pass', false) or coalesce(u.status = 'normal' and u.archived_at is null, false)))
  from card c left join customer u on u.id = c.customer_id left join card_group g on g.id = c.group_id where upper(c.number) = tag
$$;

-- As in migration 0052; a card whose time is over is out of use as well.
create or replace function card_standing_changed() returns trigger language plpgsql as $$
begin
  if old.status = 'normal' and old.archived_at is null and not old.expired and (tg_op = 'DELETE'
    or new.status <> 'normal' or new.archived_at is not null or new.expired
    or old.customer_id is not null and new.customer_id is distinct from old.customer_id
    -- What a master pass may, no driver may, and the other way round.
    or new.group_id is distinct from old.group_id and exists (
      select from card_group g where g.id in (old.group_id, new.group_id) and g.kind = 'master_pass')) then
    perform note_stale_caches(array[upper(old.number)]);
  end if;
  perform judge_local_lists(array[upper(old.number)], true, null);
  return null;
end $$;
drop trigger card_changed on card;
create trigger card_changed after update of status, archived_at, customer_id, group_id, valid_until, expired on card for each row
  when ((old.status, old.archived_at, old.customer_id, old.group_id, old.expired)
    is distinct from (new.status, new.archived_at, new.customer_id, new.group_id, new.expired))
  execute function card_standing_changed();
drop trigger card_standing_other on card;
create trigger card_standing_other after update on card for each row
  when ((old.number, old.customer_id, old.status, old.archived_at, old.group_id, old.valid_until, old.expired)
    is distinct from (new.number, new.customer_id, new.status, new.archived_at, new.group_id, new.valid_until, new.expired))
  execute function note_card_standing();

-- What a pile's list says of a card beside its status; `until` as it was told.
alter table local_list_entry add column group_number text, add column until text;
-- As in migration 0102.
create or replace function fold_local_list(id bigint, pile bigint, call jsonb, certain boolean, ours boolean) returns void
language plpgsql as $$
declare
  told bigint := (call ->> 'version')::numeric::bigint;
  is_full boolean := coalesce((call ->> 'full')::boolean, false);
  entries jsonb := coalesce(call -> 'cards', '[]');
  tags text[] := array(select upper(btrim(e ->> 'card_number')) from jsonb_array_elements(entries) e);
  known local_list;
begin
  insert into local_list (pile_id) values (pile) on conflict do nothing;
  select * into known from local_list l where l.pile_id = pile for update;
  if certain and id >= known.version_id then
    update local_list l set version = told, version_id = id where l.pile_id = pile;
  elsif id >= known.version_id then
    update local_list l set version = greatest(l.version, told) where l.pile_id = pile;
  end if;
  if id < known.full_id then return; end if;
  -- A card that is blocked at this moment is seen here, or sees the entry that is made here.
  perform from card c where upper(c.number) = any(tags) order by c.id for share;
  perform from customer u where u.id in (select c.customer_id from card c where upper(c.number) = any(tags))
    order by u.id for share;
  if is_full and certain then
    update local_list l set full_id = id where l.pile_id = pile;
    delete from local_list_entry e where e.pile_id = pile and e.command_id < id;
  end if;
  insert into local_list_entry as e (pile_id, tag, id_tag, status, group_number, until, command_id, by_console)
  select distinct on (upper(btrim(g ->> 'card_number'))) pile, upper(btrim(g ->> 'card_number')), g ->> 'card_number',
    g ->> 'status', g ->> 'group', g ->> 'until', id, ours
  from jsonb_array_elements(entries) with ordinality as t(g, place)
  where certain or local_list_lets_in(g ->> 'status')
  order by upper(btrim(g ->> 'card_number')), place desc
  on conflict (pile_id, tag) do update set id_tag = excluded.id_tag, status = excluded.status, group_number = excluded.group_number,
    until = excluded.until, command_id = excluded.command_id, by_console = excluded.by_console, due = null, due_at = null,
    refused_as = null
  where e.command_id <= excluded.command_id;
  perform judge_local_lists(tags, false, id);
end $$;
