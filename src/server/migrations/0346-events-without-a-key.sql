-- Each event looked its pile up and locked it. A pile that ever said anything is never removed.
alter table transaction_event drop constraint transaction_event_pile_id_fkey;
