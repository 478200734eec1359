import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PURPOSES, type Purpose } from '../../shared/domain/charging-profiles/profile.ts'
import { clearProfiles } from '../../shared/endpoints/charging-profiles.ts'
import { chargingProfile } from '../../shared/entities/charging-profile.ts'
import { useSend } from '../kit/api/queries.ts'
import { FigureInput } from '../kit/fields/figure-input.tsx'
import { useWords } from '../kit/i18n/use-words.ts'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Select } from '../kit/ui/select.tsx'
import { toast } from '../kit/ui/toast.ts'
import css from './profile-page.module.css'
import { useRefusal } from './use-refusal.ts'

interface Props {
  pileId: number
  /** Its guns. */
  guns: readonly number[]
  onClose: () => void
}

/** Has a pile let go of the profiles of a purpose, of a level, or at a gun: also of those that others gave it. */
export function ClearDialog({ pileId, guns, onClose }: Props) {
  const { t } = useTranslation('charging_profiles')
  const words = useWords(chargingProfile)
  const refusal = useRefusal()
  const clearing = useSend(clearProfiles, ['charging_profile', 'pile'])
  const [place, setPlace] = useState<number | null>(null)
  const [purpose, setPurpose] = useState<Purpose | null>(null)
  const [level, setLevel] = useState<number | string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const fields = clearing.error?.fields ?? {}
  const places = [0, ...guns].map((key) => ({ key, label: key ? t('gun', { n: key }) : t('whole_pile') }))
  const purposes = PURPOSES.map((key) => ({ key, label: words.choice('charging_profile_purpose', key) }))

  function clear() {
    setWrong(null)
    const asked = {
      ...{ pile_id: pileId, connector_number: place, charging_profile_purpose: purpose },
      stack_level: level as number | null,
    }
    clearing.mutate(asked, {
      onSuccess: ({ word, cleared }) => {
        if (!cleared) return setWrong(word === null ? t('no_answer') : refusal(word))
        toast(t('in_pile.cleared'), { tone: 'success' })
        onClose()
      },
      onError: (error) => setWrong(error.message),
    })
  }
  return (
    <DecisionDialog
      title={t('in_pile.clear_title')}
      action={t('in_pile.clear_action')}
      danger
      busy={clearing.isPending}
      error={wrong}
      onDecide={clear}
      onClose={onClose}
    >
      <div className={css.schedule}>
        <p>{t('in_pile.clear_text')}</p>
        <Labelled label={words.label('charging_profile_purpose')} error={fields.charging_profile_purpose}>
          {(control) => (
            <Select<Purpose>
              {...control}
              label={words.label('charging_profile_purpose')}
              placeholder={t('in_pile.any')}
              clearable
              options={purposes}
              value={purposes.find(({ key }) => key === purpose) ?? null}
              onChange={(option) => setPurpose(option?.key ?? null)}
            />
          )}
        </Labelled>
        <Labelled label={words.label('stack_level')} hint={t('in_pile.any_level')} error={fields.stack_level}>
          {({ 'aria-describedby': describedBy, ...control }) => (
            <FigureInput {...control} describedBy={describedBy} scale={1} value={level} onChange={setLevel} />
          )}
        </Labelled>
        <Labelled label={t('gun_or_pile')} error={fields.connector_number}>
          {(control) => (
            <Select<number>
              {...control}
              label={t('gun_or_pile')}
              placeholder={t('in_pile.any')}
              clearable
              options={places}
              value={places.find(({ key }) => key === place) ?? null}
              onChange={(option) => setPlace(option?.key ?? null)}
            />
          )}
        </Labelled>
      </div>
    </DecisionDialog>
  )
}
