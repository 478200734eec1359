-- Ten thousand merchants are found as quickly as all others: without an index each word reads every one of them.
create index merchant_name_begins on merchant (name text_pattern_ops);
do $$
begin
  create index merchant_search on merchant using gin (name gin_trgm_ops, address gin_trgm_ops, contact gin_trgm_ops, phone gin_trgm_ops);
exception
  when undefined_object then
    raise notice 'pg_trgm is not available: searching many merchants will be slow';
end $$;
