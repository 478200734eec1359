import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allOf, type Shown } from '../../shared/domain/alarm-matter.ts'
import { alarmPeople } from '../../shared/endpoints/alarms.ts'
import { useCall } from '../kit/api/queries.ts'
import { useKept } from '../kit/forms/use-kept.ts'
import { DecisionDialog, Remark } from '../kit/ui/decision-dialog.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Radios } from '../kit/ui/radios.tsx'
import { Select } from '../kit/ui/select.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import type { CaseDoings } from './case-doings.ts'
import { OtherAlarms } from './other-alarms.tsx'

interface Person {
  key: number
  label: string
}

/** So many stand one below the other on a phone. */
const FEW = 8

interface Props {
  alarm: Shown
  doings: CaseDoings
  onClose: () => void
}

interface WhomProps {
  id: string
  options: readonly Person[]
  value: Person | null
  onChange: (person: Person) => void
}

/** Of few each is one tap away. */
function Whom({ id, options, value, onChange }: WhomProps) {
  const { t } = useTranslation('alarms')
  if (options.length > FEW)
    return <Select id={id} label={t('case.to')} options={options} value={value} onChange={(to) => to && onChange(to)} />
  const choose = (key: string) => {
    const chosen = options.find((person) => String(person.key) === key)
    if (chosen) onChange(chosen)
  }
  return (
    <Radios
      id={id}
      label={t('case.to')}
      options={options.map(({ key, label }) => ({ key: String(key), label }))}
      value={value && String(value.key)}
      onChange={choose}
      stacked
    />
  )
}

/** To whom an alarm goes: another who may handle it there, or nobody. */
export function HandOverDialog({ alarm, doings, onClose }: Props) {
  const { t } = useTranslation('alarms')
  const query = useCall(alarmPeople, { id: alarm.id }, { entities: [], offline: true, beside: true })
  const [to, setTo] = useState<Person | null>(null)
  const [text, setText, forgetText] = useKept(`alarm/${alarm.id}/assign`, '')
  const isTaken = allOf(alarm).some(({ assignee_id }) => assignee_id !== null)
  const [missing, setMissing] = useState(false)
  const decide = async () => {
    if (!to) return setMissing(true)
    const said = text.trim() ? { text } : {}
    const doing =
      to.key === 0 ? ({ act: 'release', ...said } as const) : ({ act: 'assign', assignee_id: to.key, ...said } as const)
    if (!(await doings.act(doing))) return
    forgetText()
    onClose()
  }
  return (
    <DecisionDialog
      title={t('case.hand_over')}
      action={t('case.hand_over')}
      busy={doings.busy}
      error={doings.error}
      onDecide={() => void decide()}
      onClose={onClose}
    >
      <OtherAlarms shown={alarm} />
      <Loaded query={query} skeleton={<Skeleton height={44} />}>
        {({ people }) => {
          const others = people.filter(({ id }) => id !== alarm.assignee_id)
          const options = [
            ...others.map(({ id, name, own }) => ({ key: id, label: own ? t('case.you') : name })),
            ...(isTaken ? [{ key: 0, label: t('case.to_nobody') }] : []),
          ]
          return (
            <Labelled label={t('case.to')} required error={missing && !to && t('case.choose_person')}>
              {({ id }) => <Whom id={id} options={options} value={to} onChange={setTo} />}
            </Labelled>
          )
        }}
      </Loaded>
      <Remark label={t('remark')} hint={t('case.hand_over_hint')} value={text} onChange={setText} />
    </DecisionDialog>
  )
}
