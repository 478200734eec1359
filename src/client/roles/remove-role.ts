import i18next from 'i18next'
import { role } from '../../shared/entities/role.ts'
import { asFailure } from '../kit/api/failure.ts'
import { invalidate } from '../kit/api/queries.ts'
import { removeMany } from '../kit/api/records.ts'
import { flatten } from '../kit/tree/branches.ts'
import { confirm } from '../kit/ui/confirm.tsx'
import { toast } from '../kit/ui/toast.ts'
import type { GrownRole } from './listed-role.ts'

/** Deletes a role with those under it, after saying what that does to whom; true when it is gone. */
export async function removeRole(given: GrownRole): Promise<boolean> {
  const t = (key: string, figures = {}) => i18next.t(key, figures)
  await i18next.loadNamespaces('people')
  const below = flatten(given.children)
  const people = [given, ...below].reduce((sum, { users }) => sum + users, 0)
  const text = [
    t('common:remove.text', { title: given.name }),
    below.length > 0 && t('people:remove.children', { names: below.map(({ name }) => name).join(', ') }),
    people > 0 && t('people:remove.people', { count: people }),
  ]
  const yes = t('common:action.delete')
  if (!(await confirm({ title: t('common:remove.title'), text: text.filter(Boolean).join(' '), yes, danger: true })))
    return false
  try {
    await removeMany(role, [given.id])
    toast(t('common:done.deleted'), { tone: 'success' })
  } catch (error) {
    toast(asFailure(error).message, { tone: 'error' })
    return false
  }
  for (const entity of ['role', 'user']) void invalidate(entity)
  return true
}
