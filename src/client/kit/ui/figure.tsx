import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import css from './figure.module.css'

interface Props {
  label: string
  /** A figure, and its unit behind a space that does not break. */
  value: string
  children?: ReactNode
}

/** One figure of the first row, its unit smaller than itself. */
export function Figure({ label, value, children }: Props) {
  const [figure, unit] = value.startsWith('¥') ? [value] : value.split('\u00a0')
  return (
    <Card className={css.card ?? ''}>
      <h2 className={css.label}>{label}</h2>
      <p className={css.value}>
        {figure}
        {unit && <span className={css.unit}> {unit}</span>}
      </p>
      <small className={css.note}>{children}</small>
    </Card>
  )
}
