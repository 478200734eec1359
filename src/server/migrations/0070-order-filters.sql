-- The list of orders finds those that nobody authorized by why they were refused.
create index orders_refused_as on orders (refused_as, id desc) where refused_as is not null;
