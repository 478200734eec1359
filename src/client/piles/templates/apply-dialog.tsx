import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { mayLosePile } from '../../../shared/domain/configuration-keys.ts'
import type { Expected } from '../../../shared/domain/expected.ts'
import { rulesForm } from '../../../shared/endpoints/campaign-rules.ts'
import { applyTemplate } from '../../../shared/endpoints/configuration-templates.ts'
import { useDecision } from '../../kit/api/use-decision.ts'
import { emptyDraft } from '../../kit/fields/draft.ts'
import { CampaignRules } from '../../kit/forms/campaign-rules.tsx'
import { useRecordPath } from '../../kit/session/homes.ts'
import { DecisionDialog } from '../../kit/ui/decision-dialog.tsx'
import { Banner } from '../../kit/ui/states.tsx'

interface Props {
  template: { id: number; title?: string; name?: string; expected: readonly Expected[] }
  /** These piles; all that differ when nobody says. */
  pileIds?: number[]
  onClose: () => void
}

/** Brings piles to a template: a campaign, with the care that a person asks for. */
export function ApplyDialog({ template, pileIds, onClose }: Props) {
  const { t } = useTranslation('configuration')
  const navigate = useNavigate()
  const record = useRecordPath()
  const [rules, setRules] = useState(() => emptyDraft(rulesForm))
  const risky = template.expected.filter(({ key }) => mayLosePile(key)).map(({ key }) => key)
  const applying = useDecision(applyTemplate, {
    changes: ['campaign', 'configuration_template', 'pile'],
    done: ({ piles }) => t('template.applied', { count: piles }),
    onDone: ({ campaign_id }) => {
      onClose()
      const path = record('campaign', campaign_id)
      if (path) navigate(path)
    },
  })
  const errors = Object.fromEntries(Object.keys(rulesForm.fields).map((name) => [name, applying.wrongOf(name)]))
  return (
    <DecisionDialog
      title={t('template.apply_title', { name: template.name ?? template.title })}
      action={t('template.apply')}
      danger={risky.length > 0}
      busy={applying.busy}
      error={applying.elsewhere ?? applying.wrongOf('pile_ids') ?? null}
      onDecide={() => applying.send({ id: template.id, ...(pileIds && { pile_ids: pileIds }), ...rules } as never)}
      onClose={onClose}
    >
      <p>{t(pileIds ? 'template.apply_one' : 'template.apply_text')}</p>
      {risky.length > 0 && (
        <Banner tone="waiting" icon="warning">
          {t('risk.template', { keys: risky.join(', ') })}
        </Banner>
      )}
      {!pileIds && (
        <CampaignRules
          draft={rules}
          errors={errors}
          onChange={(name, value) => setRules((all) => ({ ...all, [name]: value }))}
        />
      )}
    </DecisionDialog>
  )
}
