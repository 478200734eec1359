import { sparkPath } from './spark-path.ts'
import css from './sparkline.module.css'

interface Props {
  values: number[]
  /** A colour token's name without the dashes. */
  hue?: string
  height?: number
  /** What it shows, for people who do not see it. */
  label: string
}

const WIDTH = 300

/** The shape of a development, without axes: as wide as its place. */
export function Sparkline({ values, hue = 'brand', height = 42, label }: Props) {
  const { line, area } = sparkPath(values, WIDTH, height)
  return (
    <svg
      className={css.spark}
      role="img"
      aria-label={label}
      height={height}
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
      style={{ color: `var(--${hue})` }}
    >
      <path d={area} fill="currentColor" opacity={0.12} />
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
    </svg>
  )
}
