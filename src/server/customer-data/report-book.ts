import { type Kysely, sql } from 'kysely'
import type { customerReport } from '../../shared/endpoints/customer-report.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Database } from '../kit/database/tables.ts'
import { isReportWhole } from '../kit/whole-report.ts'
import type { ConnectedPile, CustomerReportPart, CustomerReports, Live } from '../ocpp/ports.ts'

/** Characters that are kept of one report. */
const MOST_TEXT = 65_536
/** No report has more parts. */
const MOST_PARTS = 1_000
/** A report that comes later than this after its question answers nothing. */
const ANSWERS_WITHIN = '1 day'
/** Where a part did not come. */
const GAP = '\n[…]\n'

/** Keeps what piles tell of customers, with the command that asked for it. What nobody asked for is not kept. */
export class CustomerReportBook implements CustomerReports {
  readonly #db: Kysely<Database>
  readonly #live: Live

  constructor(db: Kysely<Database>, live: Live) {
    this.#db = db
    this.#live = live
  }

  async report({ id: pile_id }: ConnectedPile, told: CustomerReportPart): Promise<boolean> {
    const { request, part } = told
    if (!Number.isSafeInteger(request) || !Number.isInteger(part) || part < 0 || part >= MOST_PARTS) return false
    await keep(this.#db, pile_id, told)
    this.#live.changed('command', request)
    return await isReportWhole(this.#db, { pile_id, id: request })
  }
}

/** A part that came before is the same again. The text's NULs are nothing that the database can keep. */
async function keep(db: Kysely<Database>, pile_id: number, { request, part, isLast, text }: CustomerReportPart) {
  const kept = text.replaceAll('\u0000', '').toWellFormed()
  await sql`
    insert into customer_report_part (command_id, part, is_last, text, is_cut)
    select c.id, ${part}, ${isLast}, left(${kept}, room.most), length(${kept}) > room.most
    from command c, lateral (
      select greatest(0, ${MOST_TEXT} - coalesce(sum(length(p.text)), 0))::int as most
      from customer_report_part p where p.command_id = c.id) room
    where c.id = ${request} and c.pile_id = ${pile_id} and c.action = 'customer_data' and c.status <> 'refused'
      and c.created_at > now() - ${ANSWERS_WITHIN}::interval
    on conflict (command_id, part) do nothing`.execute(db)
}

interface Part {
  part: number
  is_last: boolean
  text: string
  is_cut: boolean
  told_at: string
}

const partsOf = (db: Kysely<Database>, { pile_id, command_id }: { pile_id: number; command_id: number }) =>
  db
    .selectFrom('customer_report_part as p')
    .innerJoin('command as c', 'c.id', 'p.command_id')
    .select(['p.part', 'p.is_last', 'p.text', 'p.is_cut', 'p.told_at'])
    .where('p.command_id', '=', command_id)
    .where('c.pile_id', '=', pile_id)
    .orderBy('p.part')
    .execute()

const isWhole = (parts: readonly Part[]): boolean => parts.find(({ is_last }) => is_last)?.part === parts.length - 1

/** What a pile told of a customer at a command, in its order. */
export async function reportOf(
  db: Kysely<Database>,
  asked: { pile_id: number; command_id: number },
): Promise<Data<typeof customerReport>> {
  const parts = await partsOf(db, asked)
  if (parts.length === 0) return { report: null }
  const last = parts.map(({ told_at }) => told_at).reduce((one, other) => (one > other ? one : other))
  return {
    report: {
      text: joined(parts),
      is_whole: isWhole(parts),
      is_cut: parts.some(({ is_cut }) => is_cut),
      told_at: last,
    },
  }
}

/** Parts end in the middle of words: nothing stands between those that follow each other. */
const joined = (parts: readonly Part[]): string =>
  parts.map(({ part, text }, at) => ((parts[at - 1]?.part ?? -1) === part - 1 ? text : GAP + text)).join('')
