-- The log of changes is a chain: each entry's seal is a hash over the entry and over the seal before it, in the order in which the
-- entries became durable. Sealing comes a moment after the commit, so no writer waits for another.
create table audit_unsealed (entry_id bigint primary key);
create table audit_seal (
  position bigint primary key check (position > 0),
  entry_id bigint not null unique,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz not null default now()
);
-- The last seal, in a place of its own: who cuts the end off has to know of it. And where the log begins by now.
create table audit_end (
  which text primary key check (which in ('head', 'anchor')),
  position bigint not null,
  hash text not null,
  at timestamptz not null default now()
);
insert into audit_end (which, position, hash) select which, 0, repeat('0', 64) from unnest(array['head', 'anchor']) which;
-- What each check found: its end of the chain has to be in the chain ever after.
create table audit_check (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  whole boolean not null,
  since timestamptz,
  entries bigint not null,
  position bigint not null,
  hash text not null,
  problem jsonb -- { why, position, entry_id }
);

create function audit_entry_queue() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed select id from made;
  return null;
end $$;
create trigger audit_entry_queue after insert on audit_entry referencing new table as made
  for each statement execute function audit_entry_queue();
-- What stands there already is sealed as it is found.
insert into audit_unsealed select id from audit_entry;

-- Against a slip of the hand; against who may switch a trigger off there is the check.
create function audit_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('audit.forgetting', true) = 'on' then
    return old;
  end if;
  raise exception 'the log of changes is append-only';
end $$;
create trigger audit_entry_stays before update or delete on audit_entry for each row execute function audit_stays();
create trigger audit_seal_stays before update or delete on audit_seal for each row execute function audit_stays();
create trigger audit_entry_whole before truncate on audit_entry for each statement execute function audit_stays();
create trigger audit_seal_whole before truncate on audit_seal for each statement execute function audit_stays();
