import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEVERITIES, type Severity } from '../../shared/domain/alarm-codes.ts'
import { type PushChoices, savePushChoices } from '../../shared/endpoints/push.ts'
import { alarm } from '../../shared/entities/alarm.ts'
import { asFailure } from '../kit/api/failure.ts'
import { useSend } from '../kit/api/queries.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { MomentInput } from '../kit/moments/moment-input.tsx'
import { isMoment } from '../kit/moments/written.ts'
import { Checkbox, Switch } from '../kit/ui/input.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { toast } from '../kit/ui/toast.ts'
import css from './push.module.css'

type Quiet = NonNullable<PushChoices['quiet']>

const USUAL = { from: '22:00', to: '07:00', but_critical: true }
const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The choice shows as it was made until the server's answer has it too: fields that one is about to fill stay where they are. */
function useChoices(choices: PushChoices) {
  const saving = useSend(savePushChoices, ['push'])
  const [made, setMade] = useState<{ instead: PushChoices; chosen: PushChoices } | null>(null)
  const shown = made?.instead === choices ? made.chosen : choices
  function change(changed: Partial<PushChoices>) {
    const chosen = { severities: shown.severities, quiet: shown.quiet, ...changed }
    setMade({ instead: choices, chosen })
    saving.mutate(chosen, {
      onError: (error) => {
        setMade(null)
        toast(asFailure(error).message, { tone: 'error' })
      },
    })
  }
  return { shown, change, busy: saving.isPending }
}

/** A time is taken once it is whole: half of one is no time yet. */
function TimeInput({ label, value, onChange }: { label: string; value: string; onChange: (time: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Labelled label={label}>
      {(control) => (
        <MomentInput
          id={control.id}
          precision="time"
          value={typed ?? value}
          onChange={(time) => {
            setTyped(isMoment(time, 'time') ? null : time)
            if (isMoment(time, 'time') && time !== value) onChange(time)
          }}
        />
      )}
    </Labelled>
  )
}

function QuietHours({ quiet, change }: { quiet: Quiet | null; change: (quiet: Quiet | null) => void }) {
  const { t } = useTranslation('push')
  const zone = quiet?.time_zone ?? zoneHere()
  const set = (changed: Partial<Quiet>) => change({ ...USUAL, time_zone: zoneHere(), ...quiet, ...changed })
  return (
    <>
      <div className={css.line}>
        <span className="grow">
          {t('choices.quiet')}
          <small>{t('choices.quiet_hint', { zone })}</small>
        </span>
        <Switch label={t('choices.quiet')} checked={quiet !== null} onChange={(on) => (on ? set({}) : change(null))} />
      </div>
      {quiet && (
        <div className={css.quiet}>
          <TimeInput
            label={t('choices.from')}
            value={quiet.from}
            onChange={(from) => set({ from, time_zone: zoneHere() })}
          />
          <TimeInput label={t('choices.to')} value={quiet.to} onChange={(to) => set({ to, time_zone: zoneHere() })} />
          <Checkbox
            label={t('choices.but_critical')}
            checked={quiet.but_critical}
            onChange={(event) => set({ but_critical: event.target.checked })}
          />
        </div>
      )}
    </>
  )
}

/** Of which alarms a person is told on all their devices, and when not. */
export function PushChoicesForm({ choices }: { choices: PushChoices }) {
  const { t } = useTranslation('push')
  const words = useWords(alarm)
  const { shown, change, busy } = useChoices(choices)
  const toggle = (severity: Severity) =>
    change({
      severities: SEVERITIES.filter((one) => shown.severities.includes(one) !== (one === severity)),
    })
  return (
    <>
      <fieldset className={css.severities}>
        <legend className={css.heading}>{t('choices.severities')}</legend>
        {SEVERITIES.map((severity) => (
          <Checkbox
            key={severity}
            label={words.choice('severity', severity)}
            checked={shown.severities.includes(severity)}
            disabled={busy}
            onChange={() => toggle(severity)}
          />
        ))}
      </fieldset>
      <QuietHours quiet={shown.quiet} change={(quiet) => change({ quiet })} />
    </>
  )
}
