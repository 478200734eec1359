import { sql } from 'kysely'
import type { numberBerths } from '../../shared/endpoints/berths.ts'
import { berth } from '../../shared/entities/berth.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import { holdWritten } from '../kit/reach/hold.ts'
import { wrongField } from '../kit/refusal.ts'

/** Makes a site's berths by number. A site that has some of them already gets the others. */
export async function numberAt(
  { site_id, prefix, from, count }: Parsed<typeof numberBerths>,
  context: Context,
): Promise<Data<typeof numberBerths> & { ids: number[] }> {
  const { db } = context
  const site = await db
    .selectFrom('site')
    .select('id')
    .where('id', '=', site_id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!site) throw wrongField('site_id', 'unknown_reference')
  const last = from + count - 1
  const digits = String(last).length
  const serials = Array.from({ length: count }, (_, at) => prefix + String(from + at).padStart(digits, '0'))
  const { rows } = await sql<{ id: number; serial: string }>`
    insert into berth (site_id, serial) select ${site_id}, serial from unnest(${serials}::text[]) serial
    on conflict (site_id, serial) do nothing returning id, serial`.execute(db)
  await holdWritten(
    db,
    context.person,
    berth,
    rows.map(({ id }) => id),
  )
  for (const { id, serial } of rows)
    await audit(db, context, {
      action: 'create',
      entity: 'berth',
      entity_id: id,
      before: null,
      after: { site_id, serial },
    })
  return { ids: rows.map(({ id }) => id), made: rows.length, kept: count - rows.length }
}
