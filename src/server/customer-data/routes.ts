import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { customerReport } from '../../shared/endpoints/customer-report.ts'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { theirTags } from '../kit/reach/tags.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { reportOf } from './report-book.ts'

export function customerDataRoutes(app: FastifyInstance): void {
  serve(app, customerReport, async ({ id: pile_id, command_id }, context) => {
    const asked = { pile_id, command_id }
    const card_number = await cardOf(context.db, asked)
    if (card_number === null) return { report: null }
    await refuseForeignCard(context, card_number)
    const told = await reportOf(context.db, asked)
    if (told.report) await noteReading(context, { ...asked, card_number })
    return told
  })
}

interface Asked {
  pile_id: number
  command_id: number
}

async function cardOf(db: Kysely<Database>, { pile_id, command_id }: Asked): Promise<string | null> {
  const { rows } = await sql<{ card_number: string }>`
    select intent::jsonb ->> 'card_number' as card_number from command
    where id = ${command_id} and pile_id = ${pile_id} and action = 'customer_data'`.execute(db)
  return rows[0]?.card_number ?? null
}

/** The pile's reach is not enough: a report is about a customer, and is for those who may ask for it. */
async function refuseForeignCard({ db, person }: Context, card_number: string): Promise<void> {
  if (person.reach === null) return
  const tag = card_number.toUpperCase()
  if (!(await theirTags({ db, person }, [tag])).has(tag))
    throw new Refusal(403, 'commands:unknown_tag', { figures: { tag: card_number } })
}

/** A screen that stays open asks again and again: that is one reading. */
const ONE_READING = '1 hour'

/** Who reads what is personal is in the log of changes, as who asked for it is. */
async function noteReading(context: Context, { pile_id, ...read }: Asked & { card_number: string }): Promise<void> {
  const { db, person } = context
  const { rows } = await sql`
    select from audit_entry
    where entity = 'pile' and entity_id = ${pile_id} and action = 'read_report' and user_id = ${person.id}
      and created_at > now() - ${ONE_READING}::interval and (after::jsonb ->> 'command_id')::bigint = ${read.command_id}
    limit 1`.execute(db)
  if (rows.length) return
  await audit(db, context, {
    ...{ action: 'read_report', entity: 'pile', entity_id: pile_id },
    ...{ before: null, after: read },
  })
}
