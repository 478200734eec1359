import { type KeyboardEvent, type ReactNode, useId } from 'react'
import type { Tone } from '../../../shared/kit/fields.ts'
import { Dot } from './pill.tsx'
import css from './tabs.module.css'

interface Tab<K extends string> {
  key: K
  label: ReactNode
}

const NEXT: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Arrows move to the neighbour and choose it, as the ARIA pattern for tabs and radio groups says. */
function step(event: KeyboardEvent<HTMLElement>, role: string) {
  const by = NEXT[event.key]
  if (!by) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(`[role=${role}]`)]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = items[(at + by + items.length) % items.length]
  next?.focus()
  next?.click()
}

interface TabsProps<K extends string> {
  label: string
  tabs: readonly Tab<K>[]
  current: K
  onChange: (key: K) => void
  children: ReactNode
}

/** Several faces of one page; the children are the current one. */
export function Tabs<K extends string>({ label, tabs, current, onChange, children }: TabsProps<K>) {
  const id = useId()
  return (
    <>
      <div
        className={css.tabs}
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={(event) => step(event, 'tab')}
      >
        {tabs.map((tab) => (
          <button
            key={tab.key}
            id={`${id}-${tab.key}`}
            type="button"
            role="tab"
            className={css.tab}
            aria-selected={tab.key === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === current ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  )
}

interface Chip<K extends string> {
  key: K
  label: string
  count?: string
  tone?: Tone
}

/** A row of filters of which one is in force, each with its count. */
export function Chips<K extends string>({
  label,
  chips,
  current,
  onChange,
}: {
  label: string
  chips: readonly Chip<K>[]
  current: K
  onChange: (key: K) => void
}) {
  return (
    <fieldset className={css.chips} style={{ border: 0 }} aria-label={label}>
      {chips.map((chip) => (
        <button
          key={chip.key}
          type="button"
          className={css.chip}
          aria-pressed={chip.key === current}
          onClick={() => onChange(chip.key)}
        >
          {chip.tone && <Dot tone={chip.tone} />}
          {chip.count === undefined ? chip.label : `${chip.label} ${chip.count}`}
        </button>
      ))}
    </fieldset>
  )
}

/** A choice of few, all visible: for touch. */
export function Segments<K extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly { key: K; label: string }[]
  value: K | null
  onChange: (key: K) => void
}) {
  const name = useId()
  return (
    <div className={css.segments} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.key} className={css.segment}>
          <input type="radio" name={name} checked={option.key === value} onChange={() => onChange(option.key)} />
          {option.label}
        </label>
      ))}
    </div>
  )
}
