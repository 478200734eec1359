-- Orders are found by any part of their number, card or plate; without the extension they still are, only slower.
do $$
begin
  create extension if not exists pg_trgm;
  create index orders_search on orders using gin (number gin_trgm_ops, card_number gin_trgm_ops, plate gin_trgm_ops);
exception
  when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
    raise notice 'pg_trgm is not available: searching many orders will be slow';
end $$;
