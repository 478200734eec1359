-- Whose a pile was on which day: what it brought stays with the merchant of that day when another one gets it. Each pile has one row for
-- each day, from the beginning on; without a merchant it is the operator's own. The day of a change counts wholly for the new merchant.
create table pile_ownership (
  pile_id bigint not null references pile on delete cascade,
  merchant_id bigint references merchant on delete restrict,
  from_day date not null default '-infinity',
  -- Not included.
  to_day date not null default 'infinity',
  -- When it was said: what is changed on the same day was a mistake.
  noted_on date not null default current_date,
  primary key (pile_id, from_day),
  check (to_day > from_day)
);
create index pile_ownership_merchant on pile_ownership (merchant_id);
-- What was said before today is known of now alone.
insert into pile_ownership (pile_id, merchant_id, noted_on) select id, merchant_id, '-infinity' from pile;

create function note_pile_ownership() returns trigger language plpgsql as $$
declare
  today date := (now() at time zone coalesce((select time_zone from site where id = new.site_id), 'Asia/Shanghai'))::date;
begin
  if tg_op = 'INSERT' then
    insert into pile_ownership (pile_id, merchant_id, noted_on) values (new.id, new.merchant_id, today);
    return null;
  end if;
  -- The first merchant that a pile is given has had it all along: until then nobody had said whose it is.
  update pile_ownership set merchant_id = new.merchant_id, noted_on = today
    where pile_id = new.id and to_day = 'infinity' and (noted_on = today or from_day = '-infinity' and merchant_id is null);
  if not found then
    update pile_ownership set to_day = today where pile_id = new.id and to_day = 'infinity';
    insert into pile_ownership (pile_id, merchant_id, from_day, noted_on) values (new.id, new.merchant_id, today, today);
  end if;
  return null;
end $$;
create trigger pile_ownership_insert after insert on pile for each row execute function note_pile_ownership();
create trigger pile_ownership_update after update of merchant_id on pile for each row
  when (old.merchant_id is distinct from new.merchant_id) execute function note_pile_ownership();
