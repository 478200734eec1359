-- What was asked is kept in our own words, whatever the pile speaks. action: our name for it; intent: all of it in our words, as
-- JSON, without secrets; call: how the pile's protocol calls it; payload: as it was sent in that protocol.
alter table command add column call text, add column intent text;

update command set call = action, action = case action
  when 'RemoteStartTransaction' then 'start'
  when 'RemoteStopTransaction' then 'stop'
  when 'UnlockConnector' then 'unlock'
  when 'Reset' then 'reset'
  when 'ChangeAvailability' then 'availability'
  when 'TriggerMessage' then 'trigger'
  when 'ExtendedTriggerMessage' then 'trigger'
  when 'ClearCache' then 'clear_cards'
  when 'ChangeConfiguration' then
    case when lower(payload::json ->> 'key') = 'authorizationkey' then 'set_password' else 'configure' end
  when 'GetConfiguration' then 'read_settings'
  when 'GetLocalListVersion' then 'card_list_version'
  when 'SendLocalList' then 'update_card_list'
  when 'UpdateFirmware' then 'update_firmware'
  when 'SignedUpdateFirmware' then 'update_signed_firmware'
  when 'GetDiagnostics' then 'upload_diagnostics'
  when 'GetLog' then 'upload_log'
  when 'ReserveNow' then 'reserve'
  when 'CancelReservation' then 'cancel_reservation'
  when 'SetChargingProfile' then 'set_profile'
  when 'ClearChargingProfile' then 'clear_profile'
  when 'GetCompositeSchedule' then 'read_schedule'
  when 'DataTransfer' then 'send_data'
  when 'InstallCertificate' then 'install_certificate'
  when 'DeleteCertificate' then 'delete_certificate'
  when 'GetInstalledCertificateIds' then 'list_certificates'
  when 'CertificateSigned' then 'send_certificate'
  else 'other' end;

-- What others read again: who may charge, what is reserved, which cards a pile keeps.
create function pg_temp.in_our_words(action text, place int, call jsonb) returns jsonb language sql as $$
  select case action
    when 'start' then jsonb_build_object('card_number', call -> 'idTag')
    when 'reserve' then jsonb_build_object('card_number', call -> 'idTag', 'reservation', call -> 'reservationId',
      'until', call -> 'expiryDate')
    when 'cancel_reservation' then jsonb_build_object('reservation', call -> 'reservationId')
    when 'update_card_list' then jsonb_build_object('version', call -> 'listVersion', 'full', call ->> 'updateType' = 'Full',
      'cards', (select coalesce(jsonb_agg(jsonb_build_object('card_number', e -> 'idTag', 'status', e -> 'idTagInfo' -> 'status')
        order by at), '[]') from jsonb_array_elements(coalesce(call -> 'localAuthorizationList', '[]')) with ordinality l(e, at)))
    end || jsonb_build_object('ask', action, 'connector_number', place)
$$;
do $$
declare c record;
begin
  for c in select * from command where action in ('start', 'reserve', 'cancel_reservation', 'update_card_list') loop
    begin
      update command set intent = pg_temp.in_our_words(c.action, c.connector_number, c.payload::jsonb)::text where id = c.id;
    exception when others then null; -- a call that a person wrote may hold what no JSON of the database can
    end;
  end loop;
end $$;

drop trigger command_local_list on command;
-- As in migration 0052, of an intent.
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
  insert into local_list_entry as e (pile_id, tag, id_tag, status, command_id, by_console)
  select distinct on (upper(btrim(g ->> 'card_number'))) pile, upper(btrim(g ->> 'card_number')), g ->> 'card_number',
    g ->> 'status', id, ours
  from jsonb_array_elements(entries) with ordinality as t(g, place)
  where certain or local_list_lets_in(g ->> 'status')
  order by upper(btrim(g ->> 'card_number')), place desc
  on conflict (pile_id, tag) do update set id_tag = excluded.id_tag, status = excluded.status,
    command_id = excluded.command_id, by_console = excluded.by_console, due = null, due_at = null, refused_as = null
  where e.command_id <= excluded.command_id;
  perform judge_local_lists(tags, false, id);
end $$;

create or replace function command_local_list() returns trigger language plpgsql as $$
begin
  perform fold_local_list(new.id, new.pile_id, new.intent::jsonb, new.status = 'done', new.asked_by is null);
  return null;
exception when untranslatable_character then return null; -- a zero in a card's number is no card's number
end $$;
create trigger command_local_list after update of status on command for each row
  when (new.action = 'update_card_list' and new.intent is not null and new.status is distinct from old.status
    and new.status in ('done', 'timed_out', 'unclear'))
  execute function command_local_list();

-- What was kept aside of a pile's reports, by our names as well.
update set_aside set action = case action when 'StopTransaction' then 'stop' when 'MeterValues' then 'readings' else action end;
