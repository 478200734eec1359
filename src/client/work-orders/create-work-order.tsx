import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { newKey } from '../kit/api/idempotency.ts'
import { personAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { knownStation } from '../offline/known-rows.ts'
import { say } from './decisions.ts'
import { changed, WorkDialog } from './work-dialog.tsx'
import type { WorkDraft } from './work-fields.tsx'

const NAMES = ['work', 'kind', 'assignee_id', 'due_on'] as const

interface Props {
  /** Asked for where it is not known. */
  pile?: number
  alarm?: number
  work: string | null
  /** Names what is written, where it is of more than the pile or the alarm. */
  about?: string
  onClose: () => void
}

/** Makes a work order, also without a network. It is one's own unless it is said otherwise. */
export function MakeWorkOrder({ pile, alarm, work, about, onClose }: Props) {
  const { t } = useTranslation('work_orders')
  const [order_key] = useState(newKey)
  const me = useAtomValue(personAtom)?.user.userId ?? null
  const names = pile ? NAMES : (['pile_id', ...NAMES] as const)
  const initial: WorkDraft = { pile_id: pile ?? null, work, kind: 'repair', assignee_id: me }
  const make = async (draft: WorkDraft) => {
    const which = { order_key, pile_id: Number(draft.pile_id), ...(alarm && { alarm_id: alarm }) }
    const label = [String(draft.work).trim(), await knownStation(which.pile_id)].filter(Boolean).join(' · ')
    return say(which, label, { set: changed(NAMES, {}, draft) })
  }
  return (
    <WorkDialog
      about={`new/${about ?? (alarm ? `alarm/${alarm}` : `pile/${pile ?? ''}`)}`}
      title={t('new')}
      action={t('make')}
      names={names}
      initial={initial}
      onSay={make}
      onClose={onClose}
    />
  )
}

/** The same at the pile and for the alarm that the address names, if any. */
export function CreateWorkOrder({ onClose }: { onClose: () => void }) {
  const [params] = useSearchParams()
  const [pile, alarm] = [Number(params.get('pile_id')), Number(params.get('alarm_id'))]
  return (
    <MakeWorkOrder
      {...(pile > 0 && { pile })}
      {...(alarm > 0 && { alarm })}
      work={params.get('work')}
      onClose={onClose}
    />
  )
}
