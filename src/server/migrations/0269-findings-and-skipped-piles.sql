-- An item of a check list may raise an alarm where it is not all right. What stands raises none.
create function with_alarm_off(items jsonb) returns jsonb language sql immutable as $$
  select jsonb_agg(item || '{"alarm": false}' order by place) from jsonb_array_elements(items) with ordinality listed (item, place)
$$;
update check_list set items = with_alarm_off(items);
update work_order set check_list = jsonb_set(check_list, '{items}', with_alarm_off(check_list -> 'items')) where check_list is not null;
drop function with_alarm_off(jsonb);

-- One alarm for each item of a pile that was found not all right.
alter table alarm add column check_item text;
alter table alarm drop constraint alarm_kind_check;
alter table alarm add constraint alarm_kind_check
  check (kind in ('fault', 'offline', 'command', 'protocol', 'security', 'meter', 'order', 'storage', 'certificate', 'inspection'));
drop index alarm_lasting;
create unique index alarm_lasting on alarm (coalesce(pile_id, 0), coalesce(connector_number, -1), code, coalesce(check_item, ''))
  where cleared_at is null and status = 'open';

-- A pile that could not be reached stays due, and says why.
alter table inspection
  add column skipped_why text check (skipped_why in ('blocked', 'locked', 'unsafe', 'other')),
  add column skip_note text,
  add column skipped_at timestamptz,
  add column skipped_by text;
alter table work_order add column piles_skipped int;
update work_order set piles_skipped = 0 where piles is not null;
