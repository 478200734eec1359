import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rulesForm } from '../../shared/endpoints/campaign-rules.ts'
import { deleteRoot } from '../../shared/endpoints/security.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { emptyDraft } from '../kit/fields/draft.ts'
import { CampaignRules } from '../kit/forms/campaign-rules.tsx'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'

interface Props {
  root: { id: number; name: string }
  onClose: () => void
}

/** Takes a root away from every pile that told of it. */
export function DeleteFromPiles({ root, onClose }: Props) {
  const { t } = useTranslation('certificates')
  const [rules, setRules] = useState(() => emptyDraft(rulesForm))
  const deleting = useDecision(deleteRoot, {
    changes: ['campaign', 'pile'],
    done: ({ piles }) => t('deleting', { count: piles }),
    onDone: onClose,
  })
  const errors = Object.fromEntries(Object.keys(rulesForm.fields).map((name) => [name, deleting.wrongOf(name)]))
  return (
    <DecisionDialog
      title={`${t('delete_from')} · ${root.name}`}
      action={t('delete_from')}
      danger
      busy={deleting.busy}
      error={deleting.elsewhere}
      onDecide={() => deleting.send({ id: root.id, ...rules } as never)}
      onClose={onClose}
    >
      <p>{t('delete_from_text')}</p>
      <CampaignRules
        draft={rules}
        errors={errors}
        onChange={(name, value) => setRules((all) => ({ ...all, [name]: value }))}
      />
    </DecisionDialog>
  )
}
