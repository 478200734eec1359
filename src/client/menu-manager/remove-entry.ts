import i18next from 'i18next'
import type { MenuEntry } from '../../shared/endpoints/menus.ts'
import { menu } from '../../shared/entities/menu.ts'
import { asFailure } from '../kit/api/failure.ts'
import { invalidate } from '../kit/api/queries.ts'
import { removeMany } from '../kit/api/records.ts'
import { flatten } from '../kit/tree/branches.ts'
import { confirm } from '../kit/ui/confirm.tsx'
import { toast } from '../kit/ui/toast.ts'

/** Deletes an entry with what lies in it, after saying which that is and how many roles carry it. */
export async function removeEntry(entry: MenuEntry): Promise<void> {
  const t = (key: string, figures = {}) => i18next.t(key, figures)
  await i18next.loadNamespaces(['people', 'menu'])
  const nameOf = ({ meta }: MenuEntry) => (i18next.exists(`menu:${meta.title}`) ? t(`menu:${meta.title}`) : meta.title)
  const below = flatten(entry.children)
  const text = [
    t('common:remove.text', { title: nameOf(entry) }),
    below.length > 0 && t('people:menu.remove_below', { names: below.map(nameOf).join(', ') }),
    entry.roles > 0 && t('people:menu.remove_roles', { count: entry.roles }),
  ]
  const question = { title: t('common:remove.title'), text: text.filter(Boolean).join(' '), danger: true }
  if (!(await confirm({ ...question, yes: t('common:action.delete') }))) return
  try {
    await removeMany(menu, [entry.id])
    toast(t('common:done.deleted'), { tone: 'success' })
  } catch (error) {
    toast(asFailure(error).message, { tone: 'error' })
  }
  for (const entity of ['menu', 'role']) void invalidate(entity)
}
