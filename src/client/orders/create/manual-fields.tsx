import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { order } from '../../../shared/entities/order.ts'
import { fromLocal, toLocal } from '../../kit/fields/days.ts'
import { FigureInput } from '../../kit/fields/figure-input.tsx'
import { referenceOptions } from '../../kit/fields/reference.ts'
import { useWords } from '../../kit/i18n/use-words.ts'
import { MomentInput } from '../../kit/moments/moment-input.tsx'
import { Remark } from '../../kit/ui/decision-dialog.tsx'
import { Input } from '../../kit/ui/input.tsx'
import { Labelled } from '../../kit/ui/labelled.tsx'
import { Select } from '../../kit/ui/select.tsx'
import { Segments } from '../../kit/ui/tabs.tsx'
import css from './create-order.module.css'
import type { ManualDraft } from './manual-draft.ts'

const WH_PER_KWH = 1000
const sources = { pile: referenceOptions('pile'), customer: referenceOptions('customer') }

interface Props {
  draft: ManualDraft
  onChange: (change: Partial<ManualDraft>) => void
  /** What is wrong with a field, by the contract's name. */
  wrong: (field: string) => string | undefined
}

function Reference({ name, required, draft, onChange, wrong }: Props & { name: 'pile' | 'customer'; required?: true }) {
  const label = useWords(order).label(`${name}_id`)
  return (
    <Labelled label={label} required={required ?? false} error={wrong(`${name}_id`)}>
      {({ id, invalid, 'aria-describedby': describedBy }) => (
        <Select
          id={id}
          label={label}
          {...sources[name]}
          value={draft[name]}
          onChange={(chosen) => onChange({ [name]: chosen })}
          clearable={!required}
          invalid={invalid}
          {...(describedBy && { describedBy })}
        />
      )}
    </Labelled>
  )
}

function Moment({ side, draft, onChange, wrong }: Props & { side: 'from' | 'to' }) {
  const field = side === 'from' ? 'started_at' : 'ended_at'
  return (
    <Labelled label={useWords(order).label(field)} required error={wrong(field)}>
      {(control) => (
        <MomentInput
          id={control.id}
          invalid={control.invalid}
          describedBy={control['aria-describedby']}
          precision="minute"
          value={toLocal(draft[side])}
          onChange={(text) => onChange({ [side]: fromLocal(text) })}
        />
      )}
    </Labelled>
  )
}

type FigureName = 'energy_wh' | 'meter_start_wh' | 'meter_stop_wh'

function Figure({ name, label, draft, onChange, wrong }: Props & { name: FigureName; label: string }) {
  return (
    <Labelled label={label} required error={wrong(name)}>
      {({ id, invalid, 'aria-describedby': describedBy }) => (
        <FigureInput
          {...{ id, invalid, describedBy }}
          scale={WH_PER_KWH}
          after="kWh"
          value={draft[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      )}
    </Labelled>
  )
}

function Drawn(props: Props) {
  const { t } = useTranslation('orders')
  const ways = (['energy', 'meter'] as const).map((key) => ({ key, label: t(`create.by_${key}`) }))
  const { draft, onChange } = props
  return (
    <>
      <div className={css.whole}>
        <Segments label={t('create.by')} options={ways} value={draft.by} onChange={(by) => onChange({ by })} />
      </div>
      {draft.by === 'energy' ? (
        <Figure {...props} name="energy_wh" label={t('settle.energy')} />
      ) : (
        <>
          <Figure {...props} name="meter_start_wh" label={t('create.meter_start')} />
          <Figure {...props} name="meter_stop_wh" label={t('create.meter_stop')} />
        </>
      )}
    </>
  )
}

function Whole({ children }: { children: ReactNode }) {
  return <div className={css.whole}>{children}</div>
}

/** What a person says of a session that no pile reported. */
export function ManualFields(props: Props) {
  const { t } = useTranslation('orders')
  const words = useWords(order)
  const { draft, onChange, wrong } = props
  return (
    <div className={css.grid}>
      <Reference {...props} name="pile" required />
      <Labelled label={words.label('connector_number')} required error={wrong('connector_number')}>
        {({ id, invalid, 'aria-describedby': describedBy }) => (
          <FigureInput
            {...{ id, invalid, describedBy }}
            scale={1}
            value={draft.gun}
            onChange={(gun) => onChange({ gun })}
          />
        )}
      </Labelled>
      <Moment {...props} side="from" />
      <Moment {...props} side="to" />
      <Drawn {...props} />
      <Reference {...props} name="customer" />
      <Labelled label={words.label('plate')} error={wrong('plate')}>
        {(control) => (
          <Input
            {...control}
            maxLength={20}
            autoComplete="off"
            value={draft.plate}
            onChange={(event) => onChange({ plate: event.target.value })}
          />
        )}
      </Labelled>
      <Whole>
        <Remark
          label={t('create.remark')}
          required
          error={wrong('remark')}
          value={draft.remark}
          onChange={(remark) => onChange({ remark })}
        />
      </Whole>
    </div>
  )
}
