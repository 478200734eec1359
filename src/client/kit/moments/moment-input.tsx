import { type KeyboardEvent, Suspense, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/icon.tsx'
import { Input } from '../ui/input.tsx'
import { lazy } from '../ui/lazy.ts'
import css from './moments.module.css'
import { nowIn, type Stepped, stepAt } from './step.ts'
import { isMoment, type Precision, patternOf, readMoment, writeMoment } from './written.ts'

const MomentPicker = lazy(() => import('./moment-picker.tsx').then((module) => ({ default: module.MomentPicker })))

interface Props {
  id?: string
  /** Its name where no label belongs to it. */
  label?: string
  precision: Precision
  /** As `Precision` says; what was typed while it is no moment; empty when there is none. */
  value: string
  onChange: (value: string) => void
  /** Whose clock it is by: this device's unless a zone is named; null where it is by several. */
  zone?: string | null
  invalid?: boolean | undefined
  disabled?: boolean | undefined
  describedBy?: string | undefined
}

/** What is typed stays as it was typed while it is the value, and is written in the usual form when one goes on. */
function useTyped({ precision, value, onChange, zone }: Props) {
  const { i18n } = useTranslation('common')
  const write = (moment: string) => writeMoment(moment, precision, i18n.language)
  const read = (text: string) => readMoment(text, precision, zone) ?? text.trim()
  // Null while nobody types.
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed !== null && read(typed) === value ? typed : write(value)
  return {
    shown,
    wrong: typed === null && value !== '' && !isMoment(value, precision),
    write,
    pattern: patternOf(precision, i18n.language),
    type(text: string) {
      setTyped(text)
      onChange(read(text))
    },
    leave: () => setTyped(null),
  }
}

/** The arrows step the figure that the caret is at; in an empty field they begin with now. */
function useSteps({ precision, value, onChange }: Props, leave: () => void) {
  const { i18n } = useTranslation('common')
  const stepped = useRef<(Stepped & { input: HTMLInputElement }) | null>(null)
  useLayoutEffect(() => {
    const { current } = stepped
    if (current?.value === value) current.input.setSelectionRange(current.start, current.end)
    stepped.current = null
  }, [value])
  return (input: HTMLInputElement, by: number) => {
    leave()
    if (value === '') return onChange(nowIn(precision))
    const next = stepAt(input.selectionStart ?? 0, by, value, precision, i18n.language)
    if (!next) return
    stepped.current = { ...next, input }
    onChange(next.value)
  }
}

/** An example that nobody takes for today. */
const EXAMPLES: Readonly<Record<Precision, string>> = {
  day: '2026-03-25',
  time: '14:30',
  minute: '2026-03-25T14:30',
}

/**
 * A day, a time or both: typed in any usual form, pasted, or picked; with 24 hours and in the order of the language, where a
 * browser's own inputs follow the browser.
 */
export function MomentInput(props: Props) {
  const { id, label, precision, value, onChange, invalid, disabled, describedBy } = props
  const { t } = useTranslation('common')
  const { shown, wrong, write, pattern, type, leave } = useTyped(props)
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLDivElement>(null)
  const told = useId()
  const opens = t(precision === 'time' ? 'moment.pick_time' : 'moment.pick_day')
  const step = useSteps(props, leave)
  function press(event: KeyboardEvent<HTMLInputElement>) {
    const up = event.key === 'ArrowUp'
    if ((!up && event.key !== 'ArrowDown') || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (!event.altKey) step(event.currentTarget, up ? 1 : -1)
    else if (!up) setOpen(true)
  }
  return (
    <div ref={anchor} className={css.field}>
      <Input
        id={id}
        aria-label={label}
        aria-describedby={wrong ? told : describedBy}
        autoComplete="off"
        spellCheck={false}
        placeholder={pattern}
        invalid={invalid || wrong}
        disabled={disabled}
        value={shown}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={press}
        after={
          <button
            type="button"
            className={css.open}
            aria-label={label ? `${label}: ${opens}` : opens}
            aria-haspopup="dialog"
            aria-expanded={open}
            disabled={disabled}
            onClick={() => setOpen(!open)}
          >
            <Icon name={precision === 'time' ? 'clock' : 'calendar'} size={16} />
          </button>
        }
      />
      {wrong && !invalid && (
        <small id={told} className={css.wrong} role="alert">
          {t('moment.written_as', { example: write(EXAMPLES[precision]) })}
        </small>
      )}
      {open && (
        <Suspense fallback={null}>
          <MomentPicker
            title={label ?? opens}
            anchor={anchor}
            precision={precision}
            value={isMoment(value, precision) ? value : ''}
            onChange={onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
