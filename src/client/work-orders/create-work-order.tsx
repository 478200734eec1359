import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { newKey } from '../kit/api/idempotency.ts'
import { personAtom } from '../kit/session/session.ts'
import { say } from './decisions.ts'
import { changed, WorkDialog } from './work-dialog.tsx'
import type { WorkDraft } from './work-fields.tsx'

const NAMES = ['work', 'kind', 'assignee_id', 'due_on'] as const

/** Makes a work order, also without a network: at the pile and for the alarm that the address names, if any. It is one's own unless it is said otherwise. */
export function CreateWorkOrder({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('work_orders')
  const [params] = useSearchParams()
  const [order_key] = useState(newKey)
  const me = useAtomValue(personAtom)?.user.userId ?? null
  const [pile, alarm] = [Number(params.get('pile_id')), Number(params.get('alarm_id'))]
  const names = pile > 0 ? NAMES : (['pile_id', ...NAMES] as const)
  const initial: WorkDraft = { pile_id: pile || null, work: params.get('work'), kind: 'repair', assignee_id: me }
  const make = (draft: WorkDraft) => {
    const which = { order_key, pile_id: Number(draft.pile_id), ...(alarm > 0 && { alarm_id: alarm }) }
    return say(which, String(draft.work).trim(), { set: changed(NAMES, {}, draft) })
  }
  return (
    <WorkDialog title={t('new')} action={t('make')} names={names} initial={initial} onSay={make} onClose={onClose} />
  )
}
