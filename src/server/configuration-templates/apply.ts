import { sql } from 'kysely'
import { type GivenRules, rulesOf } from '../../shared/commands/many.ts'
import { changedBy } from '../../shared/domain/configuration-keys.ts'
import type { applyTemplate } from '../../shared/endpoints/configuration-templates.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { StartCampaign } from '../campaigns/ports.ts'
import type { Context } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'
import { notFound, Refusal, wrongField } from '../kit/refusal.ts'

/** Brings piles of a template's type to it: those that are named, or all that differ. */
export async function apply(
  { id, pile_ids, ...said }: Parsed<typeof applyTemplate>,
  context: Context,
  campaigns: StartCampaign,
): Promise<Data<typeof applyTemplate>> {
  const { db, person } = context
  const template = await db
    .selectFrom('configuration_template')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!template) throw notFound()
  // One that was written before this was refused there.
  const by = template.expected.map(({ key }) => changedBy(key)).find((one) => one !== null)
  if (by) throw new Refusal(409, `configuration:flaws.${by}`)
  const which = pile_ids ? sql`t.id = any(${pile_ids}::bigint[])` : sql`t.configuration = 'differs'`
  const { rows } = await sql<{ id: number }>`
    select t.id from pile t where t.pile_type_id = ${template.pile_type_id} and t.archived_at is null and ${which}
      and ${reached(person, 'pile')} order by t.id`.execute(db)
  if (pile_ids && rows.length < new Set(pile_ids).size) throw wrongField('pile_ids', 'configuration:other_type')
  if (rows.length === 0) throw wrongField('pile_ids', 'configuration:none_differs')
  const rules: GivenRules = rulesOf(said)
  const campaign_id = await campaigns.start(
    {
      action: 'configure',
      name: template.name,
      payload: { expected: template.expected },
      targets: rows.map((row) => ({ pile_id: row.id, connector_number: null })),
      rules,
    },
    context,
  )
  await db
    .updateTable('configuration_template')
    .set({ applied_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
  return { campaign_id, piles: rows.length }
}
