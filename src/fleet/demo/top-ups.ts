import type pg from 'pg'
import type { CashDesk } from './cash-desk.ts'

const EVERY_MS = 30_000
/** Who has less than this drives to the desk before the next charge. */
const LOW_CENTS = 3_000
const PERSON_CENTS = 20_000
const COMPANY_CENTS = 500_000

/**
 * Takes money at the desk from one customer who runs low, if there is any; tells whose it was. Anyone who charges right now is left
 * alone, as that session knows the balance that it began with.
 */
export async function topUpOne(pool: pg.Pool, desk: CashDesk): Promise<number | null> {
  const { rows } = await pool.query<{ id: number; amount_cents: number }>(
    `select id, case when email like 'fleet@%' then ${COMPANY_CENTS} else ${PERSON_CENTS} end as amount_cents
     from customer where status = 'normal' and archived_at is null and balance_cents < ${LOW_CENTS}
       and exists (select from card where card.customer_id = customer.id and card.status = 'normal')
       and not exists (select from orders where orders.customer_id = customer.id and orders.status in ('generated', 'completed'))
     order by random() limit 1`,
  )
  const [low] = rows
  if (!low) return null
  await desk.take({ ...low, remark: 'Cash at the desk' })
  return low.id
}

/** Tops up now and then, so that a demo that runs for days still has customers who can pay. Resolves to its stop. */
export function startTopUps(pool: pg.Pool, desk: CashDesk): { stop(): Promise<void> } {
  let last: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    last = topUpOne(pool, desk).catch((error: unknown) => console.error('a top-up of the demo failed:', error))
  }, EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await last
    },
  }
}
