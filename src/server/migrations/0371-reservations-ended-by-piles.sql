-- A pile of OCPP 2 says that it let go by itself, and that nobody began a session on it.
alter table reservation drop constraint reservation_reason_check;
alter table reservation add constraint reservation_reason_check check (reason in (
  'occupied', 'faulted', 'unavailable', 'rejected', 'not_supported', 'not_reached', 'person', 'pile', 'unused', 'other'));
