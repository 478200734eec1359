import type { Customer } from '../../shared/entities/customer.ts'
import { customer as customerEntity } from '../../shared/entities/customer.ts'
import type { Context } from '../kit/context.ts'
import { may, mayEverything } from '../kit/person.ts'
import { theirsOf } from '../kit/reach/hold.ts'
import type { Reach } from '../kit/reach/reach.ts'
import { Refusal, wrongField } from '../kit/refusal.ts'

/** Whose a customer is; with neither this operator's own. */
export type Owner = Partial<Pick<Customer, 'merchant_id' | 'dept_id'>>

/** Refuses two owners: with both it would be unclear whose money it is. */
export function refuseTwoOwners({ merchant_id, dept_id }: Owner): void {
  if (merchant_id && dept_id) throw wrongField('dept_id', 'refusals:two_owners')
}

/**
 * Nobody draws a customer into their own reach: refuses (403) another owner by whom the writer holds a permission for this customer
 * that they did not hold before. Anyone who may change every customer and correct balances for one merchant alone gives that
 * merchant no customer. Called before it is written.
 */
export async function refuseDrawnIn(id: number, owner: Owner, { db, person }: Context): Promise<void> {
  if (mayEverything(person)) return
  const held = new Set<string>()
  const gained = new Set<string>()
  for (const { permissions, reach } of person.grants) {
    const [known] = await theirsOf(db, { ...person, reach }, customerEntity, [id])
    if (known !== undefined) for (const code of permissions) held.add(code)
    else if (isIn(reach, owner)) for (const code of permissions) gained.add(code)
  }
  const permissions = [...gained].filter((code) => may(person, code) && !held.has(code) && !held.has('*')).sort()
  if (permissions.length) throw new Refusal(403, 'refusals:draws_customer_in', { data: { permissions } })
}

function isIn(reach: Reach, { merchant_id, dept_id }: Owner): boolean {
  if (reach === null) return true
  return (
    (typeof merchant_id === 'number' && reach.merchants.includes(merchant_id)) ||
    (typeof dept_id === 'number' && reach.depts.includes(dept_id))
  )
}
