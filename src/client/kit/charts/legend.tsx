import css from './legend.module.css'

/** What a mark of a chart stands for. The mark is a square of a colour token, named without its dashes, or looks as a class says. */
export interface LegendEntry {
  key: string
  label: string
  hue?: string
  mark?: string | undefined
}

export function Legend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <span className={css.legend}>
      {entries.map(({ key, label, hue, mark }) => (
        <span key={key}>
          <i className={mark} style={hue ? { background: `var(--${hue})` } : undefined} />
          {label}
        </span>
      ))}
    </span>
  )
}
