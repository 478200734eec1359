import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { useWide } from '../ui/use-wide.ts'
import { Legend } from './legend.tsx'

/** A kind of what is shown day by day. `hue` is a colour token's name without the dashes. */
export interface DayKind {
  key: string
  label: string
  hue: string
}

interface Props {
  title: string
  kinds: readonly DayKind[]
  /** The words for changing to the one and to the other. */
  showTable: string
  showChart: string
  /** More in the head. */
  aside?: ReactNode
  /** The chart, or the table of the same figures. */
  children: (table: boolean) => ReactNode
}

/** Figures by day as a chart with its legend, or as their table. */
export function DayCard({ title, kinds, showTable, showChart, aside, children }: Props) {
  const wide = useWide()
  const [table, setTable] = useState(false)
  const legend = !table && <Legend entries={kinds} />
  const head = (
    <div className="row">
      {wide && legend}
      <Button
        size="small"
        look="quiet"
        icon={table ? 'columns' : 'list'}
        label={table ? showChart : showTable}
        aria-pressed={table}
        onClick={() => setTable(!table)}
      />
      {aside}
    </div>
  )
  return (
    <Card title={title} aside={head}>
      {!wide && legend}
      {children(table)}
    </Card>
  )
}
