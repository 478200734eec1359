/** Lines of a sparkline in a box of `width` by `height`: the line, and the same closed to the ground for its fill. */
export function sparkPath(values: number[], width: number, height: number): { line: string; area: string } {
  if (values.length === 0) return { line: '', area: '' }
  const edge = 3
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  const level = (value: number) =>
    span === 0 ? (low === 0 ? height - edge : height / 2) : height - edge - ((value - low) / span) * (height - 2 * edge)
  const step = width / Math.max(1, values.length - 1)
  const held = values.length === 1 ? [...values, ...values] : values
  const points = held.map((value, index) => `${round(index * step)} ${round(level(value))}`)
  const line = `M${points.join('L')}`
  return { line, area: `${line}L${width} ${height}L0 ${height}Z` }
}

const round = (value: number) => Math.round(value * 10) / 10
