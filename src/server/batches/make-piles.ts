import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { stationNumber } from '../../shared/domain/station-number.ts'
import type { Database } from '../kit/database/tables.ts'
import { inTransaction } from '../kit/transaction.ts'

/** Piles of one transaction: some 30 ms, so that a person who cancels waits for no more than that. */
const AT_ONCE = 200

interface Task {
  id: number
  site_id: number
  pile_type_id: number
  merchant_id: number | null
  quantity: number
  made: number
  guns: number
}

/**
 * Makes a few piles of the open task that waited longest, so that several tasks share the server fairly. The piles and
 * the task's count are one transaction: whatever is killed, no pile is made twice and none is missing. Null when no task
 * is open, or another server has it in hand. `took` is told which one before anything can fail.
 */
export function makeSome(db: Kysely<Database>, took: (id: number) => void): Promise<number | null> {
  return inTransaction(db, async (trx) => {
    const task = await takeTask(trx)
    if (!task) return null
    took(task.id)
    const numbers = Array.from({ length: Math.min(AT_ONCE, task.quantity - task.made) }, () =>
      stationNumber((below) => randomInt(below)),
    )
    await insertPiles(trx, task, numbers)
    await note(trx, task, task.made + numbers.length)
    return task.id
  })
}

async function takeTask(db: Kysely<Database>): Promise<Task | undefined> {
  const { rows } = await sql<Task>`
    select b.id, b.site_id, b.pile_type_id, b.merchant_id, b.quantity, b.made, y.guns
    from batch_task b join pile_type y on y.id = b.pile_type_id
    where b.state in ('waiting', 'running') order by b.worked_at nulls first, b.id limit 1
    for update of b skip locked`.execute(db)
  return rows[0]
}

/** Nothing is asked of a number beforehand: one that is taken fails the transaction, and the next one draws others. */
async function insertPiles(db: Kysely<Database>, task: Task, numbers: readonly string[]): Promise<void> {
  const { id, site_id, pile_type_id, merchant_id, made, guns } = task
  await sql`
    with made as (
      insert into pile (station_number, site_id, pile_type_id, merchant_id, batch_task_id, batch_place)
      select n.number, ${site_id}, ${pile_type_id}, ${merchant_id}, ${id}, ${made} + n.place
      from unnest(${numbers}::text[]) with ordinality as n(number, place) returning id)
    insert into connector (pile_id, number)
    select made.id, gun from made cross join generate_series(1, ${guns}::int) gun`.execute(db)
}

async function note(db: Kysely<Database>, { id, quantity }: Task, made: number): Promise<void> {
  const finished = made >= quantity
  await sql`
    update batch_task set made = ${made}, state = ${finished ? 'done' : 'running'}, problem = null,
      finished_at = case when ${finished} then now() end, worked_at = clock_timestamp(), updated_at = now(),
      version = version + 1
    where id = ${id}`.execute(db)
}
