import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { usePopover } from '../ui/popover.ts'
import { Sheet } from '../ui/sheet.tsx'
import { useWide } from '../ui/use-wide.ts'
import css from './moments.module.css'
import { MonthGrid } from './month-grid.tsx'
import type { Precision } from './written.ts'

interface Props {
  title: string
  anchor: RefObject<HTMLElement | null>
  precision: Precision
  /** Empty when nothing is chosen. */
  value: string
  onChange: (value: string) => void
  onClose: () => void
}

const two = (figure: number) => String(figure).padStart(2, '0')
const upTo = (most: number) => Array.from({ length: most }, (_, at) => two(at))
const HOURS = upTo(24)
const MINUTES = upTo(60)

function today(): string {
  const at = new Date()
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

interface PartProps {
  label: string
  options: readonly string[]
  value: string
  onChange: (value: string) => void
}

/** The platform's own list: a wheel under a thumb, letters and arrows on a keyboard. */
function Part({ label, options, value, onChange }: PartProps) {
  return (
    <select className={css.part} aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {value === '' && <option value="">––</option>}
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  )
}

/** Hour and minute; one that is chosen first is at the full hour. */
function Time({ value, onChange }: { value: string; onChange: (time: string) => void }) {
  const { t } = useTranslation('common')
  const [hour = '', minute = ''] = value.split(':')
  return (
    <div className={css.time}>
      <Part
        label={t('moment.hour')}
        options={HOURS}
        value={hour}
        onChange={(chosen) => onChange(`${chosen}:${minute || '00'}`)}
      />
      <span aria-hidden="true">:</span>
      <Part
        label={t('moment.minute')}
        options={MINUTES}
        value={minute}
        onChange={(chosen) => onChange(`${hour || '00'}:${chosen}`)}
      />
    </div>
  )
}

/** A day in a month, a time in two lists. What is chosen holds at once. */
function Panel({ precision, value, onChange, onClose }: Props) {
  const { t } = useTranslation('common')
  const day = precision === 'time' ? '' : value.slice(0, 10)
  const time = precision === 'time' ? value : value.slice(11)
  const chooseDay = (chosen: string) => {
    onChange(precision === 'day' ? chosen : `${chosen}T${time || '00:00'}`)
    if (precision === 'day') onClose()
  }
  return (
    <div className={css.panel}>
      {precision !== 'time' && <MonthGrid value={day} today={today()} onChoose={chooseDay} />}
      {precision !== 'day' && (
        <div className={css.foot}>
          <Time
            value={time}
            onChange={(chosen) => onChange(precision === 'time' ? chosen : `${day || today()}T${chosen}`)}
          />
          <Button look="primary" onClick={onClose}>
            {t('action.close')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Beside(props: Props) {
  const box = useRef<HTMLDivElement>(null)
  usePopover(box, { open: true, anchor: props.anchor, onClose: props.onClose })
  useEffect(() => {
    const before = document.activeElement
    box.current?.querySelector<HTMLElement>('[tabindex="0"], select')?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <div ref={box} popover="auto" className={css.popover} role="dialog" aria-label={props.title} tabIndex={-1}>
      <Panel {...props} />
    </div>
  )
}

/** Picks a moment: beside its field on a wide screen, in a sheet on a phone. */
export function MomentPicker(props: Props) {
  if (useWide()) return <Beside {...props} />
  return (
    <Sheet title={props.title} open onClose={props.onClose}>
      <Panel {...props} />
    </Sheet>
  )
}
