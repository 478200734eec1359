-- What each pile's local authorization list holds (OCPP 1.6, 3.5.2), folded from the SendLocalList calls that it took. A pile
-- changes its list by no other means. Kept by triggers, so that whatever changes a card, a customer or a command keeps it.
-- version: of the newest call that was taken, or may have been; full_id: the command that replaced the list as a whole last.
create table local_list (
  pile_id bigint primary key references pile on delete cascade,
  version bigint not null default 0,
  version_id bigint not null default 0,
  full_id bigint not null default 0
);
-- tag: in capitals; id_tag: as the pile was given it. status: of its idTagInfo, null for one that was taken out.
-- due: what the pile has to be told; refused_as: how it refused that.
create table local_list_entry (
  pile_id bigint not null references pile on delete cascade,
  tag text not null,
  id_tag text not null,
  status text,
  command_id bigint not null,
  by_console boolean not null default false,
  due text check (due in ('blocked', 'absent')),
  due_at timestamptz,
  refused_as text,
  primary key (pile_id, tag)
);
create index local_list_entry_tag on local_list_entry (tag);
create index local_list_entry_due on local_list_entry (pile_id) where due is not null;

-- The server tells piles by itself. tags: whom the pile may still let in; refused: it said that it does not clear its cache.
alter table stale_cache drop column asked_by, add column tags text[] not null default '{}',
  add column refused boolean not null default false;
-- Archived cards as well: their numbers may still stand in lists.
create index card_number_ever on card (upper(number));

-- Null where no card has the number: lists hold cards of engineers that the console does not know.
create function card_is_good(tag text) returns boolean language sql stable as $$
  select bool_or(c.archived_at is null and c.status = 'normal'
    and coalesce(u.status = 'normal' and u.archived_at is null, false))
  from card c left join customer u on u.id = c.customer_id where upper(c.number) = tag
$$;

create function local_list_lets_in(status text) returns boolean language sql immutable as $$
  select coalesce(status in ('Accepted', 'ConcurrentTx'), false)
$$;

-- What is due of these numbers. was_card: a number that no card has any more is one that was erased. of_command: only what
-- this command brought.
create function judge_local_lists(tags text[], was_card boolean, of_command bigint) returns void language plpgsql as $$
begin
  perform from local_list_entry e where e.tag = any(tags) order by e.pile_id, e.tag for update;
  update local_list_entry e
  set due = j.due, due_at = case when j.due is not null then clock_timestamp() end, refused_as = null
  from (
    select x.pile_id, x.tag, case
      when local_list_lets_in(x.status) and not coalesce(card_is_good(x.tag), not was_card) then 'blocked'
      when x.status = 'Blocked' and x.by_console and card_is_good(x.tag) then 'absent' end as due
    from local_list_entry x where x.tag = any(tags) and (of_command is null or x.command_id = of_command)
  ) j
  where e.pile_id = j.pile_id and e.tag = j.tag and e.due is distinct from j.due;
end $$;

-- certain: the pile said yes. One whose answer is not known may have been taken: what it lets in counts, what it takes away
-- does not. Answers may come late, so an older command changes nothing of a newer one's.
create function fold_local_list(id bigint, pile bigint, call jsonb, certain boolean, ours boolean) returns void
language plpgsql as $$
declare
  told bigint := (call ->> 'listVersion')::numeric::bigint;
  is_full boolean := call ->> 'updateType' = 'Full';
  entries jsonb := coalesce(call -> 'localAuthorizationList', '[]');
  tags text[] := array(select upper(btrim(e ->> 'idTag')) from jsonb_array_elements(entries) e);
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
  insert into local_list_entry as e (pile_id, tag, id_tag, status, command_id, by_console)
  select distinct on (upper(btrim(g ->> 'idTag'))) pile, upper(btrim(g ->> 'idTag')), g ->> 'idTag',
    g -> 'idTagInfo' ->> 'status', id, ours
  from jsonb_array_elements(entries) with ordinality as t(g, place)
  where certain or local_list_lets_in(g -> 'idTagInfo' ->> 'status')
  order by upper(btrim(g ->> 'idTag')), place desc
  on conflict (pile_id, tag) do update set id_tag = excluded.id_tag, status = excluded.status,
    command_id = excluded.command_id, by_console = excluded.by_console, due = null, due_at = null, refused_as = null
  where e.command_id <= excluded.command_id;
  perform judge_local_lists(tags, false, id);
end $$;

create function command_local_list() returns trigger language plpgsql as $$
begin
  perform fold_local_list(new.id, new.pile_id, new.payload::jsonb, new.status = 'done', new.asked_by is null);
  return null;
exception when untranslatable_character then return null; -- a zero in an idTag is no card's number
end $$;
create trigger command_local_list after update of status on command for each row
  when (new.action = 'SendLocalList' and new.status is distinct from old.status and new.status in ('done', 'timed_out', 'unclear'))
  execute function command_local_list();

-- Piles where a card charged lately may have it in their authorization cache (3.5.1).
create function note_stale_caches(tags text[]) returns void language sql as $$
  insert into stale_cache as s (pile_id, tags)
  select p.pile_id, array_agg(t.tag) from unnest(tags) as t(tag) cross join lateral (
    select o.pile_id from orders o where o.card_number = t.tag and o.started_at > now() - interval '90 days'
    group by o.pile_id order by max(o.started_at) desc limit 100) p
  group by p.pile_id order by p.pile_id
  on conflict (pile_id) do update set refused = false, noted_at = clock_timestamp(),
    tags = array(select unnest(s.tags) union select unnest(excluded.tags))
$$;

create function card_standing_changed() returns trigger language plpgsql as $$
begin
  if old.status = 'normal' and old.archived_at is null and old.customer_id is not null and (tg_op = 'DELETE'
    or new.status <> 'normal' or new.archived_at is not null or new.customer_id is distinct from old.customer_id) then
    perform note_stale_caches(array[upper(old.number)]);
  end if;
  perform judge_local_lists(array[upper(old.number)], true, null);
  return null;
end $$;
create trigger card_changed after update of status, archived_at, customer_id on card for each row
  when ((old.status, old.archived_at, old.customer_id) is distinct from (new.status, new.archived_at, new.customer_id))
  execute function card_standing_changed();
create trigger card_erased after delete on card for each row execute function card_standing_changed();

create function cards_made() returns trigger language plpgsql as $$
begin
  perform judge_local_lists(array(select upper(number) from made), true, null);
  return null;
end $$;
create trigger cards_made after insert on card referencing new table as made for each statement execute function cards_made();

create function customer_standing_changed() returns trigger language plpgsql as $$
declare
  tags text[] := array(select upper(number) from card where customer_id = new.id and archived_at is null and status = 'normal');
begin
  if old.status = 'normal' and old.archived_at is null then perform note_stale_caches(tags); end if;
  perform judge_local_lists(tags, true, null);
  return null;
end $$;
create trigger customer_changed after update of status, archived_at on customer for each row
  when ((old.status, old.archived_at) is distinct from (new.status, new.archived_at))
  execute function customer_standing_changed();

-- What the commands that are kept say of the lists until now.
do $$
declare c record;
begin
  for c in select * from command where action = 'SendLocalList' and status in ('done', 'timed_out', 'unclear') order by id loop
    begin
      perform fold_local_list(c.id, c.pile_id, c.payload::jsonb, c.status = 'done', c.asked_by is null);
    exception when untranslatable_character then null;
    end;
  end loop;
end $$;
