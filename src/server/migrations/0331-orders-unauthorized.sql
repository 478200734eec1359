-- What runs without being authorized, for nodes that have its pile and did not see it become so: a handful of rows, read each second.
create index orders_running_unauthorized on orders (id) where status = 'generated' and refused_as is not null;
