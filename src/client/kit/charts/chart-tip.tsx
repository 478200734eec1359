import type { ReactNode } from 'react'
import css from './chart-tip.module.css'

export interface TipLine {
  label: string
  value: string
  hue?: string
}

/** What a chart says about the place under the pointer. */
export function ChartTip({ title, lines }: { title: ReactNode; lines: readonly TipLine[] }) {
  return (
    <div className={css.tip}>
      <div className={css.title}>{title}</div>
      {lines.map(({ label, value, hue }) => (
        <div key={label} className={css.line}>
          {hue && <i style={{ background: `var(--${hue})` }} />}
          <span className="grow">{label}</span>
          <b>{value}</b>
        </div>
      ))}
    </div>
  )
}
