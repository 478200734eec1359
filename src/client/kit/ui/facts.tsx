import type { ReactNode } from 'react'
import css from './facts.module.css'

/** Labels on the left, values on the right. `two` in two columns where there is room. */
export function Facts({ two, children }: { two?: boolean; children: ReactNode }) {
  return <dl className={[css.facts, two && css.two].filter(Boolean).join(' ')}>{children}</dl>
}

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
