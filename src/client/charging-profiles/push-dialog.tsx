import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { profileFit, profilesInPile, pushProfile } from '../../shared/endpoints/charging-profiles.ts'
import { type ChargingProfileRecord, chargingProfile } from '../../shared/entities/charging-profile.ts'
import { references } from '../../shared/kit/fields.ts'
import { useCall } from '../kit/api/queries.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { ReferencesInput } from '../kit/fields/reference-input.tsx'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Radios } from '../kit/ui/radios.tsx'
import { Select } from '../kit/ui/select.tsx'
import { Banner } from '../kit/ui/states.tsx'
import css from './profile-page.module.css'
import { useSitePiles } from './use-site-piles.ts'

interface Props {
  profile: ChargingProfileRecord
  onClose: () => void
}

type Reach = 'site' | 'some' | 'pile'
/** Where a limit of sessions goes, and where any other. */
const REACHES = {
  session: { site: 'sessions', some: 'some', pile: 'one_session' },
  other: { site: 'site', pile: 'pile' },
} as const
const PILES = references('pile', { optional: true })

interface PlaceProps {
  label: string
  error: string | undefined
  pile: number
  value: number | null
  /** A session is at a gun. */
  gunsOnly: boolean
  onChange: (connector: number) => void
}

/** The pile as a whole, or one of its guns. */
function Place({ label, error, pile, value, gunsOnly, onChange }: PlaceProps) {
  const { t } = useTranslation('charging_profiles')
  const query = useCall(profilesInPile, { pile_id: pile }, { entities: ['charging_profile', 'pile', 'order'] })
  const guns = (query.data?.connectors ?? []).map(({ number, session_since }) => ({
    key: number,
    label: t('gun', { n: number }),
    ...(session_since && { note: t('session_runs') }),
  }))
  const places = gunsOnly ? guns : [{ key: 0, label: t('whole_pile') }, ...guns]
  return (
    <Labelled label={label} error={error}>
      {(control) => (
        <Select<number>
          {...control}
          label={label}
          options={places}
          value={places.find(({ key }) => key === value) ?? null}
          onChange={(option) => option && onChange(option.key)}
        />
      )}
    </Labelled>
  )
}

/** Which piles of the site said that they would not take it, and why. */
function Unfit({ id }: { id: number }) {
  const { t } = useTranslation(['charging_profiles', 'campaigns'])
  const { data } = useCall(profileFit, { id }, { entities: ['charging_profile', 'pile'] })
  if (!data || data.cannot.length === 0) return null
  return (
    <Banner tone="waiting" icon="warning">
      {t('push.cannot', { count: data.cannot.length, all: data.piles })}
      <ul className={css.unfit}>
        {data.cannot.map(({ pile, code, figure }) => (
          <li key={pile.id}>
            <b>{pile.title}</b> {t(`campaigns:why.${code}`, { figure })}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** Sends a profile to the piles of its site, to one of them, or to a gun or a session there. */
export function PushDialog({ profile, onClose }: Props) {
  const { t } = useTranslation('charging_profiles')
  const session = profile.charging_profile_purpose === 'session'
  const piles = useSitePiles(profile.site_id)
  const [reach, setReach] = useState<Reach>('site')
  const [pile, setPile] = useState<number | null>(null)
  const [some, setSome] = useState<number[]>([])
  const [connector, setConnector] = useState<number | null>(session ? null : 0)
  const missing = [
    ...((reach === 'pile' && pile === null) || (reach === 'some' && some.length === 0) ? ['pile_ids'] : []),
    ...(session && reach === 'pile' && connector === null ? ['connector_number'] : []),
  ]
  const pushing = useDecision(pushProfile, {
    changes: ['charging_profile', 'campaign'],
    done: ({ piles, sessions }) =>
      sessions === null ? t('push.done', { count: piles }) : t('push.sessions_done', { count: sessions }),
    onDone: onClose,
  })
  function push() {
    const one = reach === 'pile' && pile !== null ? { pile_ids: [pile], connector_number: connector } : {}
    const place = reach === 'some' ? { pile_ids: some } : one
    pushing.send({ id: profile.id, ...place }, missing)
  }
  const offered = Object.entries(REACHES[session ? 'session' : 'other'])
  const reaches = offered.map(([key, word]) => ({ key: key as Reach, label: t(`push.${word}`) }))
  return (
    <DecisionDialog
      title={t('push.title', { name: profile.name })}
      action={t('push.action')}
      busy={pushing.busy}
      error={pushing.elsewhere ?? (reach === 'site' ? pushing.wrongOf('pile_ids') : null)}
      onDecide={push}
      onClose={onClose}
    >
      <div className={css.schedule}>
        <p>{t(session ? 'push.sessions_text' : 'push.text')}</p>
        <Radios stacked={session} label={t('push.where')} options={reaches} value={reach} onChange={setReach} />
        {reach === 'site' && <Unfit id={profile.id} />}
        {reach === 'some' && (
          <Labelled label={t('push.piles')} required error={pushing.wrongOf('pile_ids', missing)}>
            {({ id, invalid, ...told }) => (
              <ReferencesInput
                {...{ entity: chargingProfile, name: 'pile_ids', field: PILES, label: t('push.piles'), id, invalid }}
                value={some}
                disabled={false}
                describedBy={told['aria-describedby']}
                where={{ site_id: [profile.site_id] }}
                onChange={(ids) => setSome(ids as number[])}
              />
            )}
          </Labelled>
        )}
        {reach === 'pile' && (
          <Labelled label={t('pile')} required error={pushing.wrongOf('pile_ids', missing)}>
            {(control) => (
              <Select<number>
                {...control}
                label={t('pile')}
                options={piles}
                value={piles.find(({ key }) => key === pile) ?? null}
                onChange={(option) => setPile(option?.key ?? null)}
              />
            )}
          </Labelled>
        )}
        {reach === 'pile' && pile !== null && profile.charging_profile_purpose !== 'pile_max' && (
          <Place
            label={t('gun_or_pile')}
            error={pushing.wrongOf('connector_number', missing)}
            pile={pile}
            value={connector}
            gunsOnly={session}
            onChange={setConnector}
          />
        )}
      </div>
    </DecisionDialog>
  )
}
