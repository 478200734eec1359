import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  ARRANGE,
  dashboardLayout,
  layoutAudiences,
  resetLayout,
  resetSharedLayout,
  saveLayout,
  saveSharedLayout,
  sharedLayout,
} from '../../../shared/endpoints/dashboard-layouts.ts'
import type { Known } from '../../../shared/widgets/layout.ts'
import { call } from '../../kit/api/call.ts'
import { callKey } from '../../kit/api/call-key.ts'
import { doAndSay } from '../../kit/api/do-and-say.ts'
import type { Failure } from '../../kit/api/failure.ts'
import { queryClient, useCall } from '../../kit/api/queries.ts'
import { useSampleWords } from '../../kit/i18n/sample-words.ts'
import { useMay } from '../../kit/session/can.tsx'
import { confirm } from '../../kit/ui/confirm.tsx'
import type { MenuItem } from '../../kit/ui/menu.tsx'

/** For whom a layout is kept: oneself, everybody, or a role by its identity. */
export type Audience = 'own' | 'everybody' | number

const LAYOUTS = ['dashboard_layout']
const roleOf = (audience: 'everybody' | number) => ({ role_id: audience === 'everybody' ? null : audience })

const send = (audience: Audience, widgets: Known[]) =>
  audience === 'own' ? call(saveLayout, { widgets }) : call(saveSharedLayout, { ...roleOf(audience), widgets })

const forget = (audience: Audience) =>
  audience === 'own' ? call(resetLayout, {}) : call(resetSharedLayout, roleOf(audience))

/** For whom a layout can be kept by this person; nobody else without the permission. */
function useAudiences() {
  const { t } = useTranslation('dashboard')
  const names = useSampleWords()
  const may = useMay()(ARRANGE)
  const { data } = useCall(layoutAudiences, {}, { entities: [...LAYOUTS, 'role'], enabled: may })
  const roles = data?.roles.map(({ id, name }) => ({ audience: id as Audience, name: names.name(name) })) ?? []
  const others: { audience: Audience; name: string }[] = may
    ? [{ audience: 'everybody', name: t('edit.everybody') }, ...roles]
    : []
  return [{ audience: 'own' as Audience, name: t('edit.own') }, ...others]
}

interface Laying {
  /** Gets what is kept for another audience. */
  begin: (placed: readonly Known[]) => void
  dirty: boolean
  /** Shows what was refused at its widget. */
  refused: (failure: Failure) => boolean
}

/** Whose layout is being changed, and how it is kept or forgotten. */
export function useKeeping({ begin, dirty, refused }: Laying) {
  const { t } = useTranslation('dashboard')
  const [audience, setAudience] = useState<Audience>('own')
  const [busy, setBusy] = useState(false)
  const audiences = useAudiences()

  async function choose(next: Audience) {
    setAudience(next)
    // What was begun is kept for another: a layout that one made for oneself becomes everybody's.
    if (dirty) return
    const layout = next === 'own' ? call(dashboardLayout, {}) : call(sharedLayout, roleOf(next))
    const kept = await doAndSay<{ widgets: unknown }>(() => layout)
    if (kept?.widgets) begin(kept.widgets as Known[])
  }

  async function doing(work: () => Promise<unknown>, done: string): Promise<boolean> {
    setBusy(true)
    const answer = await doAndSay(async () => (await work()) ?? true, { done, refused, changes: LAYOUTS })
    if (answer !== null) await queryClient.refetchQueries({ queryKey: callKey(dashboardLayout, {}) })
    setBusy(false)
    return answer !== null
  }

  const items: MenuItem[] = audiences.map(({ audience: one, name }) => ({
    key: String(one),
    label: name,
    checked: one === audience,
    onPress: () => void choose(one),
  }))
  return {
    busy,
    items,
    name: audiences.find((one) => one.audience === audience)?.name ?? '',
    keep: (widgets: readonly Known[]) => doing(() => send(audience, [...widgets]), t('edit.kept')),
    async reset() {
      const question = { title: t('edit.reset'), text: t(audience === 'own' ? 'edit.reset_own' : 'edit.reset_shared') }
      if (!(await confirm({ ...question, yes: t('edit.reset'), danger: true }))) return false
      return doing(() => forget(audience), t('edit.was_reset'))
    },
  }
}
