import type { ReactNode } from 'react'
import css from './facts.module.css'

interface Props {
  /** In two columns where there is room. */
  two?: boolean
  /** On a phone each value below its label: for values that are long and must be read letter by letter. */
  stacked?: boolean
  children: ReactNode
}

/** Labels on the left, values on the right. */
export function Facts({ two, stacked, children }: Props) {
  return <dl className={[css.facts, two && css.two, stacked && css.stacked].filter(Boolean).join(' ')}>{children}</dl>
}

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
