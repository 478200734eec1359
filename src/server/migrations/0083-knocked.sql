-- When a pile that was adopted had tried to connect last: it has not connected yet, but it has been there.
alter table pile add column knocked_at timestamptz;
