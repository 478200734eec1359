-- what: which file was asked for. elsewhere: the address of another server that the file goes to, without its password; it has no token here.
alter table diagnostics_upload
  add column what text not null default 'diagnostics' check (what in ('diagnostics', 'diagnostics_log', 'security_log')),
  add column elsewhere text,
  alter column token_hash drop not null,
  add constraint diagnostics_upload_goes_somewhere check ((token_hash is null) <> (elsewhere is null));
