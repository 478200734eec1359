import type pg from 'pg'
import type { CheckItem } from '../../shared/domain/inspection.ts'
import { answerInspection } from '../../shared/endpoints/inspections.ts'
import type { ClientApp } from './client-app.ts'

const SITE = 'Lujiazui P2'
const POLL_MS = 500
/** A round begins within ten seconds of its plan. */
const PATIENCE_MS = 30_000

const item = (words: string, kind: CheckItem['kind'], given: Partial<CheckItem> = {}): CheckItem => ({
  ...{ words, kind, unit: null, least: null, most: null, photo: false, needed: true, alarm: false },
  ...given,
})
const ITEMS = [
  item('Plug and cable are whole', 'judge', { alarm: true }),
  item('Emergency stop works', 'judge', { alarm: true }),
  item('Filter mat cleaned', 'tick'),
  item('Voltage at the plug', 'figure', { unit: 'V', least: 210, most: 240 }),
  item('Anything else', 'text', { needed: false }),
]

/** What a technician found at the first piles of the round; the others are still due. */
const FOUND = [
  { answers: [true, true, true, 229, null], note: null, skipped: null },
  { answers: [false, true, true, 231, 'Holder bent as well'], note: 'Sheath is cut near the plug', skipped: null },
  { answers: [], note: null, skipped: { why: 'blocked', note: 'White van, since the morning' } },
] as const

/** A check list, a plan, and its round half done: all right, not OK with an alarm, and a pile that a car blocks. */
export async function inspectSite(app: ClientApp, pool: pg.Pool, stopped: () => boolean): Promise<void> {
  const list = (await app.call('/system/check-list/create', { name: 'Monthly check', items: ITEMS })) as { id: number }
  const { rows } = await pool.query<{ id: number }>('select id from site where name = $1', [SITE])
  const [site] = rows
  if (!site) return
  const plan = (await app.call('/system/inspection-plan/create', {
    ...{ name: 'Monthly round', check_list_id: list.id, site_ids: [site.id], every: 1, unit: 'month', days: 7 },
    starts_on: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
  })) as { id: number }
  for (const [at, id] of (await untilBegun(pool, plan.id, stopped)).entries()) {
    const found = FOUND[at]
    if (found) await app.call(answerInspection.path, { id, ...sayingOf(found) })
  }
}

function sayingOf({ answers, note, skipped }: (typeof FOUND)[number]) {
  const said_at = new Date().toISOString()
  const said = answers.flatMap((value, place) =>
    value === null ? [] : [[place, { value, note: value === false ? note : null, said_at }]],
  )
  return {
    answers: Object.fromEntries(said),
    ...(skipped ? { skipped: { ...skipped, said_at } } : { finished: true }),
  }
}

/** The inspections of the plan's first round. */
async function untilBegun(pool: pg.Pool, plan_id: number, stopped: () => boolean): Promise<number[]> {
  const until = Date.now() + PATIENCE_MS
  while (!stopped() && Date.now() < until) {
    const { rows } = await pool.query<{ id: number }>(
      `select i.id from inspection i join work_order w on w.id = i.work_order_id where w.plan_id = $1 order by i.pile_id`,
      [plan_id],
    )
    if (rows.length > 0) return rows.map(({ id }) => id)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return []
}
