import { namedBy } from '../../../shared/domain/data-scope.ts'
import { wrongField } from '../refusal.ts'

interface Scope {
  data_scope: string
  site_ids?: readonly number[] | null
  merchant_ids?: readonly number[] | null
}

/**
 * Refuses a scope of chosen records of which none is chosen: whoever has it would see nothing and not know why. One that lost
 * all of its own meanwhile stays as it is until somebody changes it.
 */
export function refuseNoneChosen(scope: Scope, before: Scope | null): void {
  const field = namedBy(scope.data_scope)
  if (field === null || scope[field]?.length) return
  const isLeftAlone = before?.data_scope === scope.data_scope && !before[field]?.length
  if (!isLeftAlone) throw wrongField(field, 'refusals:none_chosen')
}
