import type { Kysely } from 'kysely'
import type { setAsideList } from '../../shared/endpoints/piles.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Database } from '../kit/database/tables.ts'

/** A pile's reports that belonged to no open order, newest first. */
export async function setAsidePage(
  db: Kysely<Database>,
  query: Parsed<typeof setAsideList>,
): Promise<Data<typeof setAsideList>> {
  const { id, page_num: page, page_size: pageSize } = query
  const mine = db.selectFrom('set_aside').where('pile_id', '=', id)
  const [rows, { total }] = await Promise.all([
    mine
      .select(['id', 'action', 'reason', 'payload', 'received_at', 'times', 'last_received_at'])
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    mine.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { total, page, pageSize, rows, summary: {} }
}
