-- ── addresses are counted by network: IPv6 by its /64. Those of before are noted anew with the next sign-in or renewal ──
delete from known_address where address like '%:%';

-- ── a code may be asked for from several networks: wrong guesses from one do not use up the tries of another ──
alter table one_time_code add column asked_from text not null default '';
alter table one_time_code add column tries_elsewhere int not null default 0;
alter table one_time_code drop constraint one_time_code_pkey;
alter table one_time_code add primary key (purpose, subject, asked_from);
