import type { ReactNode } from 'react'
import type { Tone } from '../../../shared/kit/fields.ts'
import css from './pill.module.css'

/** A state: its word, with a dot in its hue. */
export function Pill({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`${css.pill} ${css.soft} ${css[tone]}`}>{children}</span>
}

/** A dot that stands beside a word. */
export function Dot({ tone }: { tone: Tone }) {
  return <span className={`${css.dot} ${css[tone]}`} aria-hidden="true" />
}

/** A connector's number in the hue of its state; `title` says the state. */
export function Square({ tone, title, children }: { tone: Tone; title: string; children: ReactNode }) {
  return (
    <span className={`${css.square} ${css.soft} ${css[tone]}`} title={title} role="img" aria-label={title}>
      {children}
    </span>
  )
}
