-- What one command brought concerns the entries of its pile alone. Two piles that took the same card at the same moment each held an entry
-- and waited for the other's.
create or replace function judge_local_lists(tags text[], was_card boolean, of_command bigint) returns void language plpgsql as $$
begin
  perform from local_list_entry e where e.tag = any(tags) and (of_command is null or e.command_id = of_command)
    order by e.pile_id, e.tag for update;
  update local_list_entry e
  set due = j.due, due_at = case when j.due is not null then clock_timestamp() end, refused_as = null
  from (
    select x.pile_id, x.tag, case
      when local_list_lets_in(x.status) and not coalesce(card_is_good(x.tag), not was_card) then 'blocked'
      when x.status = 'Blocked' and x.by_console and card_is_good(x.tag) then 'absent' end as due
    from local_list_entry x where x.tag = any(tags) and (of_command is null or x.command_id = of_command)
  ) j
  where e.pile_id = j.pile_id and e.tag = j.tag and e.due is distinct from j.due;
end $$;
