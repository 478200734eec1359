import { sql } from 'kysely'
import type { acknowledgeChain, ChainCheck } from '../../../shared/endpoints/audit-chain.ts'
import type { Parsed } from '../../../shared/kit/endpoint.ts'
import { audit } from '../../kit/audit.ts'
import type { Context } from '../../kit/context.ts'
import { isApp, mayEverything } from '../../kit/person.ts'
import { Refusal } from '../../kit/refusal.ts'
import { checkAndKeep, examine, keyOf } from './check.ts'
import { CHAIN_LOCK } from './link.ts'

/**
 * Takes down that someone who may do everything has looked at the problem that stands first, and why it is let be: in the log itself,
 * so that it is chained. Checks pass over this problem from then on, and over no other; an end that was cut off is where the log goes
 * on. 409 when another problem stands first by now. Gives what is left.
 */
export async function acknowledge(
  { why, position, entry_id, remark }: Parsed<typeof acknowledgeChain>,
  context: Context,
): Promise<ChainCheck> {
  const { db, person } = context
  if (isApp(person) || !mayEverything(person)) throw new Refusal(403, 'no_permission')
  await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(db)
  const { finding, position: last, hash } = await examine(db)
  if (!finding || finding.why !== why || finding.position !== position || finding.entry_id !== entry_id)
    throw new Refusal(409, 'refusals:chain_other')
  const after = { why, position, entry_id, remark, key: keyOf(finding) }
  if (why === 'end')
    await db.updateTable('audit_end').set({ position: last, hash }).where('which', '=', 'head').execute()
  await audit(db, context, { action: 'acknowledge', entity: 'audit_entry', entity_id: entry_id, before: null, after })
  return checkAndKeep(db)
}
