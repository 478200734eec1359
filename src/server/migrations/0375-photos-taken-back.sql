-- A photo that was taken back stays known by its key: the phone that sends it once more hears that it is there, and it does not come again.
alter table photo add column removed_at timestamptz;
