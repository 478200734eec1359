-- Roots that are installed in piles, and what piles told of those that they hold: never the certificate, only its hashes
-- (security whitepaper, 6.1). hashes: of the certificate's issuer by each algorithm that a pile may use.
create table root_certificate (
  id bigint generated always as identity primary key,
  name text not null unique,
  pem text not null,
  subject text not null default '',
  key_kind text not null default '',
  serial text not null default '',
  fingerprint text not null default '',
  hashes jsonb not null default '{}',
  valid_to timestamptz not null default now(),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index root_certificate_fingerprint on root_certificate (fingerprint) where fingerprint <> '';

create table pile_root (
  id bigint generated always as identity primary key,
  pile_id bigint not null references pile on delete cascade,
  use text not null check (use in ('central', 'manufacturer')),
  algorithm text not null,
  issuer_name_hash text not null,
  issuer_key_hash text not null,
  serial_number text not null,
  unique (pile_id, use, algorithm, issuer_name_hash, issuer_key_hash, serial_number)
);

create table pile_root_reading (
  pile_id bigint not null references pile on delete cascade,
  use text not null check (use in ('central', 'manufacturer')),
  read_at timestamptz not null default now(),
  primary key (pile_id, use)
);

-- How it connected last: 0 without a password, 1 with one, 2 with one over TLS, 3 with a certificate.
alter table pile add column connected_profile int;
-- The lowest that lets it in; what it is to go over to. Once it came by that, nothing lower lets it in any more (A05.FR.09).
alter table pile add column security_floor int not null default 0 check (security_floor between 0 and 3);
alter table pile add column security_wanted int check (security_wanted between 1 and 3);
