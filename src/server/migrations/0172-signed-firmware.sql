-- By which the maker signed a task's file (security whitepaper, L01): its certificate in PEM and the signature in base64, both or none.
alter table firmware add column signing_certificate text, add column signature text,
  add check ((signing_certificate is null) = (signature is null));
