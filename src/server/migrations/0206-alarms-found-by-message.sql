-- The search of the top bar finds an alarm by what its pile said of it as well.
create index alarm_message_begins on alarm (message text_pattern_ops) where message is not null;
do $$
begin
  create index alarm_message_search on alarm using gin (message gin_trgm_ops) where message is not null;
exception
  when undefined_object then
    raise notice 'pg_trgm is not available: searching many alarms will be slow';
end $$;
