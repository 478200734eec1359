-- ── a role gives nothing that the one above it does not, also when an entry of the menu comes to give more ──
-- What a role would give if it stood under none.
create view role_asked as
  select r.id as role_id,
    array(
      select unnest(r.permissions)
      union
      select c.code from role_menu rm join menu_code c using (menu_id) where rm.role_id = r.id
      order by 1
    ) as permissions
  from role r;

-- Roles stand at most five deep and in no ring: whatever writes one sees to that.
create function role_given(given_by bigint) returns text[] language plpgsql stable as $$
declare
  asked text[];
  above bigint;
  limits text[];
begin
  select a.permissions, r.parent_id into asked, above
    from role r join role_asked a on a.role_id = r.id where r.id = given_by;
  if above is null then return asked; end if;
  limits := role_given(above);
  if '*' = any(limits) then return asked; end if;
  return array(select code from unnest(asked) code where code = any(limits) order by 1);
end $$;

-- The only place that says what a role allows, whether it is in force or not.
create or replace view role_grant as select id as role_id, role_given(id) as permissions from role;
