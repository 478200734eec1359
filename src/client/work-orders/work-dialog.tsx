import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../kit/api/failure.ts'
import { useKept } from '../kit/forms/use-kept.ts'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { NotKept } from '../offline/sending.ts'
import type { Saying } from './decisions.ts'
import { PLAN, REPORT, type WorkDraft, type WorkField, WorkFields } from './work-fields.tsx'

const UNCHANGED: WorkDraft = {}

interface Props {
  /** Names what is written, which is kept until it is said. */
  about: string
  title: string
  action: string
  names: readonly WorkField[]
  /** What they hold at first. */
  initial: WorkDraft
  /** Says it; resolves once it is durable, here or on the server. */
  onSay: (draft: WorkDraft) => Promise<void>
  onClose: () => void
  children?: ReactNode
}

const isEmpty = (value: unknown) => value === null || value === undefined || String(value).trim() === ''

/** Asks for some of what is said of a work order; what was typed stays until it is kept. */
export function WorkDialog({ about, title, action, names, initial, onSay, onClose, children }: Props) {
  const { t } = useTranslation(['work_orders', 'offline'])
  const [changes, change, forget] = useKept<WorkDraft>(`work_order/${about}`, UNCHANGED)
  const draft = { ...initial, ...changes }
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const missing = (['pile_id', 'work'] as const).filter((name) => names.includes(name) && isEmpty(draft[name]))
  const errors = asked ? Object.fromEntries(missing.map((name) => [name, t('required')])) : {}
  const decide = async () => {
    setAsked(true)
    if (missing.length > 0) return
    setBusy(true)
    try {
      await onSay(draft)
      forget()
      onClose()
    } catch (error) {
      setFailed(error instanceof NotKept ? t('offline:not_kept') : asFailure(error).message)
      setBusy(false)
    }
  }
  return (
    <DecisionDialog
      title={title}
      action={action}
      busy={busy}
      error={failed}
      large
      onDecide={() => void decide()}
      onClose={onClose}
    >
      <WorkFields
        names={names}
        draft={draft}
        errors={errors}
        onChange={(next) => change((now) => ({ ...now, ...next }))}
      />
      {children}
    </DecisionDialog>
  )
}

/** What is asked of a work order: what there is to do, what came of it, or that and that it is done. */
export type Asked = 'edit' | 'report' | 'finish'

interface AskProps {
  /** Names the work order. */
  of: number | string
  asked: Asked
  before: WorkDraft
  /** Says what differs; not called where nothing does. */
  onSay: (set: Saying['set']) => Promise<void>
  onClose: () => void
}

export function AskDialog({ of, asked, before, onSay, onClose }: AskProps) {
  const { t } = useTranslation('work_orders')
  const names = asked === 'edit' ? PLAN : REPORT
  const say = async (draft: WorkDraft) => {
    const set = { ...changed(names, before, draft), ...(asked === 'finish' && { state: 'done' as const }) }
    if (Object.keys(set).length > 0) await onSay(set)
  }
  return (
    <Suspense fallback={null}>
      <WorkDialog
        about={`${of}/${asked}`}
        title={t(`actions.${asked}`)}
        action={t(asked === 'finish' ? 'actions.finish' : 'keep')}
        names={names}
        initial={before}
        onSay={say}
        onClose={onClose}
      />
    </Suspense>
  )
}

/** What differs from before, as the call takes it. */
export function changed(names: readonly WorkField[], before: WorkDraft, draft: WorkDraft) {
  const differing = names.filter((name) => name !== 'pile_id' && (draft[name] ?? null) !== (before[name] ?? null))
  return Object.fromEntries(differing.map((name) => [name, draft[name] ?? null]))
}
