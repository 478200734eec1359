import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { exportBatch } from '../../shared/endpoints/batches.ts'
import type { Parsed } from '../../shared/kit/endpoint.ts'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { documentation } from '../kit/documentation.ts'
import { may, narrowed, type Person } from '../kit/person.ts'
import { holdReach } from '../kit/reach/hold.ts'
import { reached } from '../kit/reach/within.ts'
import { Refusal } from '../kit/refusal.ts'
import { contextOf } from '../kit/serve.ts'
import { inTransaction } from '../kit/transaction.ts'
import { parse } from '../kit/validation.ts'
import { freshPasswords } from './fresh-passwords.ts'
import { taskRow } from './task.ts'
import { type MadePile, workbookOf } from './workbook.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Workbooks of ten thousand codes take memory: one is made at a time, no matter who asks. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work)
    last = next.catch(() => {})
    return next
  }
}

/** Answers with the workbook itself; a refusal is answered like any other. */
export function exportRoute(app: FastifyInstance, publicUrl: string | undefined): void {
  const { method, path, permission, reaches, body } = exportBatch
  const inTurn = oneAtATime()
  app.route({
    method,
    url: path,
    config: { permission, reaches },
    schema: documentation(exportBatch),
    handler: async (request, reply) => {
      const asked = parse(body, request.body, { exact: true })
      await holdReach(app.kit.db, request.person, reaches, asked)
      const gathered = await gather(app, request, asked)
      const book = await inTurn(() => workbookOf({ ...gathered, address: addressFor(request, publicUrl) }))
      return reply
        .type(XLSX)
        .header('content-disposition', `attachment; filename="batch-${gathered.number}.xlsx"`)
        .header('cache-control', 'no-store')
        .send(Buffer.from(book.buffer, book.byteOffset, book.byteLength))
    },
  })
}

async function gather(app: FastifyInstance, request: FastifyRequest, { id, passwords }: Parsed<typeof exportBatch>) {
  const context = contextOf(request, () => {})
  if (passwords && !may(context.person, 'pile.update')) throw new Refusal(403, 'no_permission')
  return inTransaction(app.kit.db, async (db) => {
    const task = await taskRow(db, id)
    const fresh = passwords ? await freshPasswords(db, id, narrowed(context.person, 'pile.update')) : null
    const piles = await pilesOf(db, id, context.person)
    await note(db, context, { id, piles: piles.length, keys_made: fresh?.size ?? 0 })
    return {
      number: task.number,
      site: task.site.title,
      pile_type: task.pile_type.title,
      merchant: task.merchant?.title ?? null,
      passwords: fresh,
      piles,
      language: context.language,
    }
  })
}

// The audit drops whatever is named like a password, their number as well.
const note = (db: Kysely<Database>, context: Context, { id, ...after }: Record<string, unknown> & { id: number }) =>
  audit(db, context, { action: 'export', entity: 'batch_task', entity_id: id, before: null, after })

const pilesOf = (db: Kysely<Database>, id: number, person: Person): Promise<MadePile[]> =>
  db
    .selectFrom('pile')
    .select((eb) => ['station_number', 'serial_number', 'self_code', eb.ref('batch_place').$notNull().as('place')])
    .where('batch_task_id', '=', id)
    .where('archived_at', 'is', null)
    .where(reached(person, 'pile', 'pile'))
    .orderBy('batch_place')
    .execute()

/** Piles connect where the console is open. What the request says of it counts only where nobody set it: a label lasts for years. */
const addressFor = ({ protocol, host }: FastifyRequest, publicUrl: string | undefined) =>
  publicUrl ? `${publicUrl.replace(/^http/, 'ws')}/ocpp/` : `${protocol === 'https' ? 'wss' : 'ws'}://${host}/ocpp/`
