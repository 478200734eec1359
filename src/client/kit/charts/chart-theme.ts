const text = { fontSize: 12, fontFamily: 'inherit', fill: 'var(--ink-3)' }

/** Axes, grid and words of every chart, in the tokens' colours of the theme that shows. */
export const chartTheme = {
  text,
  axis: { ticks: { text, line: { stroke: 'transparent' } }, domain: { line: { stroke: 'transparent' } } },
  grid: { line: { stroke: 'var(--line)', strokeWidth: 1 } },
  crosshair: { line: { stroke: 'var(--ink-3)', strokeWidth: 1, strokeDasharray: '3 3' } },
} as const

/** How lines of one chart are drawn, one after the other: by their colours alone not everyone tells them apart. */
export const DASHES = ['', '7 3', '2 3'] as const
