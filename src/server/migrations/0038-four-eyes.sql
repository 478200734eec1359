-- Who asks is written down as persons, at the time: what becomes of an app or an account afterwards changes nothing of it.

alter table system_setting
  add column second_person_cents bigint default 200000 check (second_person_cents between 0 and 10000000), -- null or 0: off
  add column tie_days int not null default 30 check (tie_days between 0 and 365);

-- Every person who made an app or one of its secrets: it only grows.
alter table client_app add column known_to bigint[] not null default '{}';
create function client_app_known_to() returns trigger language plpgsql as $$
declare
  before bigint[] := case when tg_op = 'UPDATE' then old.known_to else '{}' end;
begin
  new.known_to := array(
    select distinct person from unnest(before || array[new.created_by, new.secret_by]) person where person > 0 order by 1);
  return new;
end $$;
create trigger client_app_known_to before insert or update on client_app for each row execute function client_app_known_to();
update client_app a set known_to = array(
  select distinct e.user_id from audit_entry e
  where e.entity = 'client_app' and e.entity_id = a.id and e.action in ('create', 'secret') and e.user_id > 0);
-- The trigger keeps what an update says only together with what it knows, so the makers are said once more.
update client_app set known_to = known_to;

-- The persons behind whoever asks: a user is one, an app (minus its identity) has all who know or knew its secret, and itself.
create function persons_behind(asker bigint) returns bigint[] language sql stable as $$
  select case when asker > 0 then array[asker]
    else coalesce((select known_to from client_app where id = -asker), '{}') || asker end
$$;

create function may_do_everything(person bigint) returns boolean language sql stable as $$
  select exists (
    select from user_role ur join role r on r.id = ur.role_id
    where ur.user_id = person and r.status = 'normal' and r.data_scope = 'all' and '*' = any(r.permissions)
      and not exists (select from user_adjustment j where j.user_id = person and j.removed <> '{}'))
$$;

-- Whoever made or changed an account (its password, roles, contacts, second factor) can be the person behind it, and so can
-- whoever made theirs; so these persons count as one with those given, from `tie_days` before something was asked for.
-- Through an administrator who may do everything two others are not tied: else everybody would be, in a new installation.
create function persons_tied(persons bigint[], asked_at timestamptz) returns bigint[] language sql stable as $$
  with recursive tie as materialized (
    select distinct user_id as maker, entity_id as made from audit_entry, system_setting s
    where entity = 'user' and user_id > 0 and user_id <> entity_id and s.tie_days > 0
      and audit_entry.created_at >= asked_at - s.tie_days * interval '1 day'
      and action not in ('archive', 'delete', 'export')),
  tied (person, goes_on) as (
    select person, true from unnest(persons) person where person <> 0
    union
    select n.person, not may_do_everything(n.person)
    from tied t
    join lateral (
      select made as person from tie where maker = t.person
      union select maker from tie where made = t.person) n on t.goes_on)
  select coalesce(array_agg(distinct person), '{}') from tied
$$;
create index audit_entry_ties on audit_entry (created_at) where entity = 'user' and user_id <> entity_id;

create function asked_by_persons() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.asked_by_id, new.asked_persons) is distinct from (old.asked_by_id, old.asked_persons) then
      raise exception 'who asked stays as it was written down';
    end if;
  elsif new.asked_persons is null then
    new.asked_persons := persons_behind(new.asked_by_id);
  end if;
  return new;
end $$;

alter table refund add column asked_persons bigint[];
update refund set asked_persons = case when asked_by_id > 0 then array[asked_by_id] else array(
  select distinct p from unnest(
    persons_behind(asked_by_id)
    || array(select e.user_id from audit_entry e where e.entity = 'client_app' and e.entity_id = -asked_by_id
        and e.action in ('create', 'secret') and e.user_id > 0)) p) end
where status in ('unreviewed', 'reviewed', 'refunding', 'refund_failed');
alter table refund disable trigger refund_stays;
update refund set asked_persons = case when asked_by_id > 0 then array[asked_by_id] else array[asked_by_id] end where asked_persons is null;
alter table refund enable trigger refund_stays;
alter table refund alter column asked_persons set not null;
create trigger refund_asked_by before insert or update on refund for each row execute function asked_by_persons();

-- What is added to a balance, or taken off it, above the limit waits here for a second person.
create sequence balance_request_number_seq;
create table balance_request (
  id bigint generated always as identity primary key,
  number text not null unique default (
    'B' || to_char(now(), 'YYMMDD') || lpad(nextval('balance_request_number_seq')::text, 7, '0')),
  customer_id bigint not null references customer on delete restrict,
  kind text not null check (kind in ('top_up', 'correction')),
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'rejected', 'withdrawn')),
  amount_cents bigint not null check (amount_cents <> 0),
  remark text,
  asked_by text not null,
  asked_by_id bigint not null,
  asked_persons bigint[] not null,
  decided_by text,
  decided_by_id bigint,
  decided_at timestamptz,
  decision_remark text,
  entry_number text unique, -- the receipt of its one entry
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'approved') = (entry_number is not null)),
  check ((status = 'waiting') = (decided_at is null)),
  check (status <> 'approved' or decided_by_id > 0 and not decided_by_id = any(asked_persons))
);
create index balance_request_customer on balance_request (customer_id, id desc);
create index balance_request_status on balance_request (status, id desc);
create trigger balance_request_asked_by before insert or update on balance_request
  for each row execute function asked_by_persons();
create function balance_request_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a balance request is never erased';
  end if;
  if old.status <> 'waiting' or (new.customer_id, new.kind, new.amount_cents, new.remark)
    is distinct from (old.customer_id, old.kind, old.amount_cents, old.remark) then
    raise exception 'balance request % is decided, or was asked for otherwise', old.number;
  end if;
  return new;
end $$;
create trigger balance_request_stays before update or delete on balance_request
  for each row execute function balance_request_stays();
select keep_row_count('balance_request');

-- Who entered it, as persons; and the request that a second person approved: one entry each.
alter table ledger_entry
  add column entered_persons bigint[],
  add column request_id bigint unique references balance_request on delete restrict;
