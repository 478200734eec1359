import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { rulesForm } from '../../shared/endpoints/campaign-rules.ts'
import { type MessageRow, pushMessage } from '../../shared/endpoints/display-messages.ts'
import { displayMessage } from '../../shared/entities/display-message.ts'
import { references } from '../../shared/kit/fields.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { emptyDraft } from '../kit/fields/draft.ts'
import { ReferencesInput } from '../kit/fields/reference-input.tsx'
import { CampaignRules } from '../kit/forms/campaign-rules.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Radios } from '../kit/ui/radios.tsx'
import css from './messages.module.css'

const PILES = references('pile', { optional: true })

interface Props {
  message: MessageRow
  /** It is taken from them. */
  clear: boolean
  onClose: () => void
}

/** Gives a message to piles of its sites, or takes it from those that hold it: all, or those that are named. A campaign. */
export function PushDialog({ message, clear, onClose }: Props) {
  const { t } = useTranslation('display_messages')
  const navigate = useNavigate()
  const record = useRecordPath()
  const [which, setWhich] = useState<'all' | 'some'>('all')
  const [chosen, setChosen] = useState<number[]>([])
  const [rules, setRules] = useState(() => emptyDraft(rulesForm))
  const words = clear ? 'clear' : 'push'
  const pushing = useDecision(pushMessage, {
    changes: ['display_message', 'campaign', 'campaign_target'],
    done: ({ piles }) => t(`${words}.done`, { count: piles }),
    onDone: ({ campaign_id }) => {
      onClose()
      const path = record('campaign', campaign_id)
      if (path) navigate(path)
    },
  })
  const missing = which === 'some' && chosen.length === 0 ? ['pile_ids'] : []
  const wrong = pushing.wrongOf('pile_ids', missing)
  const errors = Object.fromEntries(Object.keys(rulesForm.fields).map((name) => [name, pushing.wrongOf(name)]))
  return (
    <DecisionDialog
      title={t(`${words}.title`, { name: message.name })}
      action={t(`${words}.action`)}
      danger={clear}
      busy={pushing.busy}
      error={pushing.elsewhere ?? pushing.wrongOf('id') ?? (which === 'all' ? wrong : null)}
      onDecide={() =>
        pushing.send(
          { id: message.id, clear, ...(which === 'some' && { pile_ids: chosen }), ...rules } as never,
          missing,
        )
      }
      onClose={onClose}
    >
      <div className={css.push}>
        <p>{t(`${words}.text`)}</p>
        <Radios
          label={t('which')}
          options={(['all', 'some'] as const).map((key) => ({ key, label: t(`${words}.${key}`) }))}
          value={which}
          onChange={setWhich}
        />
        {which === 'some' && (
          <Labelled label={t('piles')} error={wrong}>
            {({ id, invalid, 'aria-describedby': describedBy }) => (
              <ReferencesInput
                {...{ entity: displayMessage, name: 'pile_ids', field: PILES, id, invalid, describedBy }}
                label={t('piles')}
                value={chosen}
                onChange={(value) => setChosen(value as number[])}
                disabled={false}
              />
            )}
          </Labelled>
        )}
        <CampaignRules
          draft={rules}
          errors={errors}
          onChange={(name, value) => setRules((all) => ({ ...all, [name]: value }))}
        />
      </div>
    </DecisionDialog>
  )
}
