-- When piles may install what a signed task brought them (security whitepaper, L01.FR.05: installDateTime); without it as soon as they can.
alter table firmware add column install_at timestamptz, add check (install_at is null or signature is not null);
