import { inReadingOrder, type Known } from '../../shared/widgets/layout.ts'
import { ScreenBoundary } from '../kit/api/screen-boundary.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
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

/** The widgets in their places; on a phone one below the other, each as high as it needs to be. */
export function Grid({ placed }: { placed: readonly Known[] }) {
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
          <Widget placed={one} high={wide} />
        </div>
      ))}
    </div>
  )
}
