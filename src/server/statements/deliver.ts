import { type Kysely, sql } from 'kysely'
import type { Statement } from '../../shared/endpoints/statements.ts'
import { datesOf, type Language } from '../../shared/kit/languages.ts'
import type { Database } from '../kit/database/tables.ts'
import { NOBODY } from '../kit/person.ts'
import { inTransaction } from '../kit/transaction.ts'
import { say } from '../kit/words.ts'
import type { StatementPorts } from './ports.ts'
import { statementOf } from './statement.ts'
import { workbookOf, XLSX } from './workbook.ts'

interface Due {
  id: number
  merchant_id: number | null
  site_id: number | null
  email: string
  language: Language
}

/** Deliveries are for those who reach everything (their entity says so), and so are their figures. */
const EVERYBODYS = { ...NOBODY, reach: null }

/** A mail server takes some ten megabytes as a rule, and a file grows by a third on its way. */
const MOST_BYTES = 7_000_000

/** The month before the one in which a moment lies: 2026-10. */
export const monthBefore = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)

/** Sends what is due of the last month, each in a transaction of its own: so that a kill in between sends nothing twice. Gives how many. */
export async function deliverStatements(
  db: Kysely<Database>,
  ports: StatementPorts,
  now = new Date(),
): Promise<number> {
  const month = monthBefore(now)
  const due = await db
    .selectFrom('statement_delivery')
    .select('id')
    .where('status', '=', 'enabled')
    .where('day', '<=', now.getUTCDate())
    .where('sent_month', 'is distinct from', month)
    .orderBy('id')
    .execute()
  let sent = 0
  for (const { id } of due) if (await inTransaction(db, (trx) => deliver(trx, ports, { id, month, once: true }))) sent++
  return sent
}

interface Delivery {
  id: number
  month: string
  /** Not when it went already. */
  once: boolean
}

/** Puts a month's statement into the outbox, with its workbook, within a transaction. False where it went before, or is no more. */
export async function deliver(
  trx: Kysely<Database>,
  ports: StatementPorts,
  { id, month, once }: Delivery,
): Promise<boolean> {
  const { rows } = await sql<Due>`
    update statement_delivery set sent_month = ${month}, sent_at = now(), version = version + 1, updated_at = now()
    where id = ${id} and ${once ? sql`status = 'enabled' and sent_month is distinct from ${month}` : sql`true`}
    returning id, merchant_id, site_id, email, language`.execute(trx)
  const [due] = rows
  if (!due) return false
  await put(trx, ports, due, month)
  return true
}

async function put(trx: Kysely<Database>, { send, publicUrl }: StatementPorts, due: Due, month: string): Promise<void> {
  const party = due.site_id
    ? { of: 'site' as const, id: due.site_id }
    : { of: 'merchant' as const, id: due.merchant_id ?? 0 }
  const looking = { db: trx, person: EVERYBODYS }
  const statement = await statementOf(looking, { ...party, month })
  const { language } = due
  const content = await workbookOf(looking, statement, language)
  const name = `${say(language, { key: 'statements:title' })} ${statement.party.name} ${month}.xlsx`
  const fits = content.length <= MOST_BYTES
  const link = publicUrl && `${publicUrl}/operationManagement/statement?of=${party.of}&id=${party.id}&month=${month}`
  await send(trx, {
    channel: 'mail',
    to: due.email,
    template: fits ? 'statement' : 'statement_without_orders',
    words: { ...wordsOf(statement, language), link: link ?? '' },
    language,
    ...(fits && { attachment: { name, type: XLSX, content } }),
  })
}

function wordsOf({ party, from, total }: Statement, language: Language) {
  const figure = (digits: number) =>
    new Intl.NumberFormat(datesOf(language), { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const money = (cents: number) => figure(2).format(cents / 100)
  return {
    party: party.name,
    month: new Intl.DateTimeFormat(datesOf(language), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(from),
    ),
    sessions: figure(0).format(total.sessions),
    energy: figure(3).format(total.energy_wh / 1_000),
    billed: money(total.billed_cents),
    refunded: money(total.refunded_cents),
    income: money(total.income_cents),
    paid: money(total.paid_cents),
    open: money(total.open_cents),
  }
}
