import i18next from 'i18next'
import { role } from '../../shared/entities/role.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { removeRecord } from '../kit/records/page/remove-record.tsx'
import { flatten } from '../kit/tree/branches.ts'
import type { GrownRole } from './listed-role.ts'

/** Deletes a role with those under it, after saying which those are; true when it is gone. */
export async function removeRole(given: GrownRole): Promise<boolean> {
  await i18next.loadNamespaces('people')
  const names = flatten(given.children).map(({ name }) => name)
  const more = names.length > 0 ? i18next.t('people:remove.children', { names: names.join(', ') }) : ''
  return removeRecord(role, given as unknown as AnyRow, { more })
}
