import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SKIP_REASONS, type SkipReason } from '../../../shared/domain/inspection.ts'
import { inspection } from '../../../shared/entities/inspection.ts'
import { useKept } from '../../kit/forms/use-kept.ts'
import { useWords } from '../../kit/i18n/use-words.ts'
import { DecisionDialog, Remark } from '../../kit/ui/decision-dialog.tsx'
import { Radios } from '../../kit/ui/radios.tsx'
import type { SkipSaid } from './said.ts'

interface Props {
  /** Of the pile's inspection: what is written is kept by it. */
  id: number
  onSkip: (skipped: SkipSaid) => Promise<boolean>
  onClose: () => void
}

/** Why a pile cannot be reached: the commonest reason is chosen already. Something else wants words. */
export function SkipDialog({ id, onSkip, onClose }: Props) {
  const { t } = useTranslation(['inspections', 'errors'])
  const words = useWords(inspection)
  const [why, setWhy] = useState<SkipReason>('blocked')
  const [note, setNote, forgetNote] = useKept(`round/${id}/skip`, '')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const options = SKIP_REASONS.map((key) => ({ key, label: words.choice('skipped_why', key) }))
  const decide = async () => {
    const text = note.trim()
    if (why === 'other' && !text) return setMissing(true)
    setBusy(true)
    const isKept = await onSkip({ why, note: text || null })
    setBusy(false)
    if (!isKept) return
    forgetNote()
    onClose()
  }
  return (
    <DecisionDialog
      title={t('skip')}
      action={t('skip_pile')}
      busy={busy}
      onDecide={() => void decide()}
      onClose={onClose}
    >
      <p>
        <small>{t('skip_hint')}</small>
      </p>
      <Radios stacked label={t('skip')} options={options} value={why} onChange={setWhy} />
      <Remark
        label={t('note')}
        required={why === 'other'}
        error={missing && why === 'other' && !note.trim() && t('errors:required')}
        value={note}
        onChange={setNote}
      />
    </DecisionDialog>
  )
}
