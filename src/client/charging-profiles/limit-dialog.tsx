import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeLimit } from '../../shared/endpoints/charging-profiles.ts'
import { type ChargingProfileRecord, chargingProfile } from '../../shared/entities/charging-profile.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { RateInput } from './figure-inputs.tsx'

/** Changes the limit of a dynamic profile in all piles that hold it. */
export function LimitDialog({ profile, onClose }: { profile: ChargingProfileRecord; onClose: () => void }) {
  const { t } = useTranslation('charging_profiles')
  const [limit, setLimit] = useState<unknown>(profile.limit_now)
  const missing = typeof limit === 'number' ? [] : ['limit']
  const changing = useDecision(changeLimit, {
    changes: ['charging_profile', 'campaign'],
    done: ({ piles }) => t('limit_now.done', { count: piles }),
    onDone: onClose,
  })
  return (
    <DecisionDialog
      title={t('limit_now.title', { name: profile.name })}
      action={t('limit_now.action')}
      busy={changing.busy}
      error={changing.elsewhere}
      onDecide={() => changing.send({ id: profile.id, limit: limit as number }, missing)}
      onClose={onClose}
    >
      <p>{t('limit_now.text')}</p>
      <Labelled label={t('limit')} required error={changing.wrongOf('limit', missing)}>
        {({ id, invalid, ...told }) => (
          <RateInput
            {...{ entity: chargingProfile, name: 'limit_now', field: chargingProfile.fields.limit_now, id, invalid }}
            describedBy={told['aria-describedby']}
            value={limit}
            draft={{ charging_rate_unit: profile.charging_rate_unit }}
            disabled={false}
            onChange={setLimit}
          />
        )}
      </Labelled>
    </DecisionDialog>
  )
}
