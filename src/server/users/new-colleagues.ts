import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { mayEverything, type Person } from '../kit/person.ts'
import { Refusal } from '../kit/refusal.ts'

/**
 * Anyone who made a customer or a card shares it with their colleagues. So nobody makes a colleague of theirs out of someone who made
 * any: moving people would otherwise draw customers into one's own reach. Called once it is written, in its transaction.
 */
export async function refuseColleague(db: Kysely<Database>, person: Person, id: number): Promise<void> {
  if (mayEverything(person) || person.id === id) return
  if (person.grants.every(({ reach }) => reach === null || reach.peers.includes(id))) return
  const { rows } = await sql<{ draws: boolean }>`
    select (exists (select from customer where created_by = ${id})
        or exists (select from card where created_by = ${id} and customer_id is null))
      and exists (
        select from user_role own join role r on r.id = own.role_id and r.status = 'normal' join users u on u.id = own.user_id
        where own.user_id = ${person.id} and (
          r.data_scope in ('sites', 'merchants')
            and exists (select from user_role theirs where theirs.role_id = r.id and theirs.user_id = ${id})
          or r.data_scope = 'department'
            and exists (select from users them where them.id = ${id} and them.dept_id = any(depts_from(u.dept_id))))) as draws`.execute(
    db,
  )
  if (rows[0]?.draws) throw new Refusal(403, 'refusals:draws_customers_in')
}
