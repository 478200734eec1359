-- What waits at a pile and what is under way there is looked for by one index, made beside the two before, which 0349 drops.
create index command_open_new on command (pile_id) where status in ('queued', 'sent', 'accepted');
