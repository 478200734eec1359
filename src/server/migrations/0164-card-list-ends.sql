-- A list whose type keeps none any more: the pile is asked to empty it, then the row goes.
alter table card_list add column emptying boolean not null default false;

-- Who may charge became another: lists are compared soon, not only every five minutes. A row each, so that payments do not wait for each other.
create table card_standing_change (
  id bigint generated always as identity primary key,
  at timestamptz not null default now()
);
create function note_card_standing() returns trigger language plpgsql as $$
begin
  if exists (select from card_list) then
    insert into card_standing_change default values;
  end if;
  return null;
end $$;
create trigger card_standing_new after insert on card for each statement execute function note_card_standing();
create trigger card_standing_other after update on card for each row
  when ((old.number, old.customer_id, old.status, old.archived_at) is distinct from (new.number, new.customer_id, new.status, new.archived_at))
  execute function note_card_standing();
create trigger customer_standing_other after update on customer for each row
  when (old.status is distinct from new.status or (old.balance_cents > 0) <> (new.balance_cents > 0)
    or old.archived_at is distinct from new.archived_at)
  execute function note_card_standing();
