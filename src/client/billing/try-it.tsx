import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { priceSession, type SessionPrice } from '../../shared/domain/price-session.ts'
import { FigureInput } from '../kit/fields/figure-input.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { MomentInput } from '../kit/moments/moment-input.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import css from './billing.module.css'
import { arranged, type DraftRule } from './day-draft.ts'

const MINUTE = 60_000
const WH_PER_KWH = 1000
// Rules go by the hours on the wall; a day without a change of the clocks stands for all.
const ZONE = 'UTC'
const DAY = Date.UTC(2026, 0, 15)

/** A session as people would say it: 30 kWh from 14:30, 45 minutes, unplugged 20 minutes later. */
interface Session {
  energy_wh: number | string | null
  start: string
  minutes: number | string | null
  plugged_minutes: number | string | null
}

const EXAMPLE: Session = { energy_wh: 30 * WH_PER_KWH, start: '14:30', minutes: 45, plugged_minutes: 20 }

function minuteOfDay(time: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** Null while something is missing: an input, or a price. */
function priceOf(rules: readonly DraftRule[], session: Session): SessionPrice | null {
  const { energy_wh, minutes, plugged_minutes } = session
  const start = minuteOfDay(session.start)
  if (start === null || typeof energy_wh !== 'number' || typeof minutes !== 'number' || minutes < 1) return null
  if (rules.some((rule) => rule.electricity_fee === null || rule.service_fee === null)) return null
  const frozen = rules.map((rule, at) => ({ ...arranged(rule), id: rule.id ?? -1 - at }))
  const from = DAY + start * MINUTE
  const to = from + minutes * MINUTE
  const later = typeof plugged_minutes === 'number' ? plugged_minutes : 0
  return priceSession(frozen, { from, to, energy_wh, unplugged_at: to + later * MINUTE }, ZONE)
}

interface SessionInputsProps {
  session: Session
  onChange: (session: Session) => void
}

function SessionInputs({ session, onChange }: SessionInputsProps) {
  const { t } = useTranslation(['billing', 'common'])
  const figure = (name: 'energy_wh' | 'minutes' | 'plugged_minutes', scale: number, unit: string) => (
    <Labelled label={t(`try.${name}`)}>
      {(control) => (
        <FigureInput
          id={control.id}
          scale={scale}
          value={session[name]}
          after={unit}
          onChange={(value) => onChange({ ...session, [name]: value })}
        />
      )}
    </Labelled>
  )
  return (
    <div className={css.trial}>
      {figure('energy_wh', WH_PER_KWH, 'kWh')}
      <Labelled label={t('try.start')}>
        {(control) => (
          <MomentInput
            id={control.id}
            precision="time"
            value={session.start}
            onChange={(start) => onChange({ ...session, start })}
          />
        )}
      </Labelled>
      {figure('minutes', 1, t('common:unit.minutes'))}
      {figure('plugged_minutes', 1, t('common:unit.minutes'))}
    </div>
  )
}

/** What a session would cost under these rules, while they are being edited: by the functions that bill. */
export function TryIt({ rules }: { rules: readonly DraftRule[] }) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const [session, setSession] = useState(EXAMPLE)
  const price = priceOf(rules, session)
  const figures = price && {
    electricity: price.amounts.electricity_cents,
    service: price.amounts.service_cents,
    occupation: price.amounts.occupation_cents,
    total: price.amounts.total_cents,
    margin: price.amounts.total_cents - price.amounts.cost_cents,
  }
  return (
    <Card title={t('try.title')} aside={<small>{t('try.aside')}</small>}>
      <SessionInputs session={session} onChange={setSession} />
      {figures ? (
        <dl className={css.prices} aria-live="polite">
          {Object.entries(figures).map(([name, cents]) => (
            <div key={name}>
              <dt>{t(`try.${name}`)}</dt>
              <dd className={name === 'total' ? (css.total ?? '') : ''}>{format.money(cents)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>
          <small>{t('try.incomplete')}</small>
        </p>
      )}
    </Card>
  )
}
