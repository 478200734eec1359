import { GridLayout, type LayoutItem, useContainerWidth } from 'react-grid-layout'
import { isWidget, type WidgetKey, widgetOf } from '../../../shared/widgets/index.ts'
import { COLUMNS, inReadingOrder, type Known, TALLEST } from '../../../shared/widgets/layout.ts'
import { Widget } from '../grid.tsx'
import { GAP, rowPx } from '../room.ts'
import css from './edit.module.css'
import type { WidgetSteps } from './use-widget-steps.ts'
import { WidgetBar } from './widget-bar.tsx'

interface Props {
  placed: readonly Known[]
  steps: WidgetSteps
  /** The one that is dragged in from the tray. */
  incoming: WidgetKey | null
  onDropped: (widget: WidgetKey, at: { x: number; y: number }) => void
}

const itemOf = ({ id, widget, x, y, w, h }: Known): LayoutItem => {
  const { least } = widgetOf(widget)
  return { i: id, x, y, w, h, minW: least.w, minH: least.h, maxH: TALLEST }
}

/** Each where the library put it. */
const laid = (placed: readonly Known[], items: readonly LayoutItem[]): Known[] =>
  placed.map((one) => {
    const { x, y, w, h } = items.find(({ i }) => i === one.id) ?? one
    return { ...one, x, y, w, h }
  })

/** The grid under the hand: a widget is dragged by its bar and resized at its corner, by mouse or finger. */
export function EditGrid({ placed, steps, incoming, onDropped }: Props) {
  const { width, containerRef, mounted } = useContainerWidth()
  const letGo = (items: readonly LayoutItem[], _: LayoutItem | null, item: LayoutItem | null) => {
    // On a phone they stand in the order in which they are read.
    if (item) steps.lay(inReadingOrder(laid(placed, items)), item.i)
  }
  const size = incoming && widgetOf(incoming).size
  return (
    <div ref={containerRef} className={css.grid}>
      {/* Where this is there the library adds no sheet of its own, which the content security policy forbids. */}
      <i id="react-draggable-style-el" hidden />
      {mounted && (
        <GridLayout
          width={width}
          layout={placed.map(itemOf)}
          gridConfig={{ cols: COLUMNS, rowHeight: rowPx(), margin: [GAP, GAP], containerPadding: [0, 0] }}
          dragConfig={{ handle: '[data-hold]', cancel: 'button:not([data-grip])' }}
          resizeConfig={{
            handles: ['se'],
            handleComponent: (_, ref) => <span ref={ref} className={css.corner} aria-hidden="true" />,
          }}
          dropConfig={{ enabled: incoming !== null, ...(size && { defaultItem: { w: size.w, h: size.h } }) }}
          onDragStop={letGo}
          onResizeStop={letGo}
          onDrop={(_, item) => incoming && isWidget(incoming) && item && onDropped(incoming, item)}
        >
          {inReadingOrder(placed).map((one) => (
            <section key={one.id} className={css.tile} data-widget={one.id}>
              <WidgetBar placed={one} steps={steps} />
              <div className={css.content} inert>
                <Widget placed={one} high />
              </div>
            </section>
          ))}
        </GridLayout>
      )}
    </div>
  )
}
