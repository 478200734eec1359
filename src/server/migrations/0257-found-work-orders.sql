-- The search of the top bar finds a work order by its number and by what is to be done.
create index work_order_work_is on work_order (work text_pattern_ops);
create index work_order_number_is on work_order (number text_pattern_ops);
do $$
begin
  create index work_order_work_search on work_order using gin (work gin_trgm_ops);
  create index work_order_number_search on work_order using gin (number gin_trgm_ops);
exception
  when undefined_object then
    raise notice 'pg_trgm is not available: searching many work orders will be slow';
end $$;
