import type { ReactNode } from 'react'
import { builtInFor, inReadingOrder, type Known, type Placed } from '../../shared/widgets/layout.ts'
import { ScreenBoundary } from '../kit/api/screen-boundary.tsx'
import { useMay } from '../kit/session/can.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Skeleton } from '../kit/ui/states.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { WaitingFigures } from './figures.tsx'
import css from './grid.module.css'
import { Room, roomIn } from './room.ts'
import { components } from './widgets.ts'

/** A widget as it shows, as high as its place. */
export function Widget({ placed, high }: { placed: Known; high: boolean }) {
  const Component = components[placed.widget]
  return (
    <Room value={high ? roomIn(placed.h) : null}>
      {/* One that breaks leaves the others. */}
      <ScreenBoundary>
        <Component settings={placed.settings} />
      </ScreenBoundary>
    </Room>
  )
}

/** What stands in each place of a layout; on a phone one below the other, each as high as it needs to be. */
function Places<P extends Placed>({
  placed,
  children,
}: {
  placed: readonly P[]
  children: (one: P, wide: boolean) => ReactNode
}) {
  const wide = useWide()
  const shown = wide ? inReadingOrder(placed) : placed
  return (
    <div className={css.grid}>
      {shown.map((one) => (
        <div
          key={one.id}
          className={css.cell}
          {...(wide && {
            style: { gridColumn: `${one.x + 1} / span ${one.w}`, gridRow: `${one.y + 1} / span ${one.h}` },
          })}
        >
          {children(one, wide)}
        </div>
      ))}
    </div>
  )
}

export function Grid({ placed }: { placed: readonly Known[] }) {
  return <Places placed={placed}>{(one, wide) => <Widget placed={one} high={wide} />}</Places>
}

/** Most have the layout that is built in: until it is known which, its places are kept. */
export function WaitingGrid() {
  const may = useMay()
  return (
    <Places placed={builtInFor(may)}>
      {({ widget, h }, wide) =>
        widget === 'figures' && !wide ? (
          <WaitingFigures />
        ) : (
          <Card>
            <Skeleton height={roomIn(h)} />
          </Card>
        )
      }
    </Places>
  )
}
