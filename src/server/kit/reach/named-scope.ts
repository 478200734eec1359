import { namedBy } from '../../../shared/domain/data-scope.ts'
import { wrongField } from '../refusal.ts'

interface Scope {
  data_scope: string
  site_ids?: readonly number[] | null
  merchant_ids?: readonly number[] | null
  /** Of a client app, which is in no department of its own. */
  dept_id?: number | null
}

type Naming = 'site_ids' | 'merchant_ids' | 'dept_id'

function isNamed(scope: Scope, field: Naming): boolean {
  const named = scope[field]
  return Array.isArray(named) ? named.length > 0 : Boolean(named)
}

/** People's roles of a department are for each one's own. */
const namingOf = (scope: Scope): Naming | null =>
  scope.data_scope === 'department' && 'dept_id' in scope ? 'dept_id' : namedBy(scope.data_scope)

/**
 * Refuses a scope of chosen records of which none is chosen: anyone who has it would see nothing and not know why. One that lost
 * all of its own meanwhile stays as it is until someone changes it.
 */
export function refuseNoneChosen(scope: Scope, before: Scope | null): void {
  const field = namingOf(scope)
  if (field === null || isNamed(scope, field)) return
  const isLeftAlone = before?.data_scope === scope.data_scope && !isNamed(before, field)
  if (!isLeftAlone) throw wrongField(field, 'refusals:none_chosen')
}
