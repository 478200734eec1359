-- Certificates that were signed for piles. They outlive a pile that is put out of use: what was revoked stays so for whoever bears its
-- station number next. pem: what the pile is given; sent_at: when it was last sent.
create table certificate (
  id bigint generated always as identity primary key,
  pile_id bigint not null references pile on delete restrict,
  state text not null default 'issued' check (state in ('issued', 'accepted', 'refused', 'replaced', 'revoked', 'expired')),
  subject text not null,
  serial text not null unique,
  fingerprint text not null unique,
  key_kind text not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  said text,
  pem text not null,
  sent_at timestamptz,
  renewal_asked_at timestamptz,
  revoked_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index certificate_pile on certificate (pile_id, created_at desc);
create index certificate_revoked on certificate (subject) where state = 'revoked';
create index certificate_open on certificate (state, valid_to) where state in ('issued', 'accepted', 'replaced');
