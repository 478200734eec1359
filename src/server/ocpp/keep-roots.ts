import { type Kysely, sql } from 'kysely'
import type { CertificateUse, ToldCertificate } from '../../shared/domain/root-certificate.ts'
import type { Database } from '../kit/database/tables.ts'

/** A pile that tells more is broken: none has room for so many. */
const MOST = 100

/** Keeps which roots of a use a pile says that it holds; those that it does not name are gone. */
export async function keepRoots(
  db: Kysely<Database>,
  pile_id: number,
  use: CertificateUse,
  told: readonly ToldCertificate[],
): Promise<void> {
  // Some tell of others than they were asked for.
  const asked = told.filter((one) => (one.use ?? use) === use)
  const rows = JSON.stringify(asked.slice(0, MOST).map(({ children = [], ...one }) => ({ ...one, children })))
  await sql`
    with told as (
      select distinct on (algorithm, issuer_name_hash, issuer_key_hash, serial_number) *
      from jsonb_to_recordset(${rows}::jsonb)
        as t(algorithm text, issuer_name_hash text, issuer_key_hash text, serial_number text, children jsonb)
    ), gone as (
      delete from pile_root r where pile_id = ${pile_id} and use = ${use} and not exists (select from told t
        where (t.algorithm, t.issuer_name_hash, t.issuer_key_hash, t.serial_number)
          = (r.algorithm, r.issuer_name_hash, r.issuer_key_hash, r.serial_number))
    ), read as (
      insert into pile_root_reading (pile_id, use) values (${pile_id}, ${use})
      on conflict (pile_id, use) do update set read_at = now()
    )
    insert into pile_root (pile_id, use, algorithm, issuer_name_hash, issuer_key_hash, serial_number, children)
    select ${pile_id}, ${use}, algorithm, issuer_name_hash, issuer_key_hash, serial_number, children from told
    on conflict (pile_id, use, algorithm, issuer_name_hash, issuer_key_hash, serial_number) do update set children = excluded.children`.execute(
    db,
  )
}
