-- Makers' codes of a rule may stand apart by any comma: who writes Chinese types a wide one, and such a rule held for nothing.
create or replace function alarm_rule_for(p pile, alarm_kind text, alarm_code text, maker_code text) returns setof alarm_rule
language sql stable rows 1 as $$
  select r.* from alarm_rule r
  where r.status = 'enabled'
    and (coalesce(r.codes, '{}') = '{}' or alarm_code = any(r.codes))
    and (coalesce(r.kinds, '{}') = '{}' or alarm_kind = any(r.kinds))
    and (coalesce(r.vendor_codes, '') = ''
      or lower(maker_code) = any(regexp_split_to_array(lower(btrim(r.vendor_codes)), '\s*[,，、;；]\s*')))
    and (not exists (select from alarm_rule_site s where s.alarm_rule_id = r.id)
      or exists (select from alarm_rule_site s where s.alarm_rule_id = r.id and s.site_id = p.site_id))
    and (not exists (select from alarm_rule_pile_type s where s.alarm_rule_id = r.id)
      or exists (select from alarm_rule_pile_type s where s.alarm_rule_id = r.id and s.pile_type_id = p.pile_type_id))
  order by r.position, r.id limit 1
$$;
