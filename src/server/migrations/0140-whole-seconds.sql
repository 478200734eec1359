-- Rounded up, a pile that was away for all of its first minute was out of service for more than 100 % of it.
create or replace function seconds_of(spells tstzmultirange) returns bigint language sql immutable as
  'select coalesce(floor(sum(extract(epoch from upper(spell) - lower(spell)))), 0)::bigint from unnest(spells) spell';
