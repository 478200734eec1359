-- Sessions that were refused because their card seemed to charge elsewhere; looked at every few seconds.
create index orders_refused_for_use on orders (id)
where status = 'completed' and abnormal = 'unauthorized' and refused_as = 'card_in_use';
