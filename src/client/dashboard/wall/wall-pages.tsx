import { type CSSProperties, memo, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenBoundary } from '../../kit/api/screen-boundary.tsx'
import { GAP, Room } from '../room.ts'
import { components } from '../widgets.ts'
import { AROUND, type FittedPage } from './fit-pages.ts'
import css from './wall.module.css'

/** A card's head, padding and border. */
const CARD = 72

const roomOf = ({ rowPx }: FittedPage, h: number) => h * rowPx + (h - 1) * GAP - CARD

const Page = memo(function Page({ page }: { page: FittedPage }) {
  const { scale, width, height, columns, rowPx, widgets } = page
  const size: CSSProperties = {
    ...{ width, height, padding: AROUND, gap: GAP, transform: `scale(${scale})` },
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gridAutoRows: rowPx,
  }
  return (
    // Nobody presses anything on a wall.
    <div className={css.page} style={size} inert>
      {widgets.map(({ id, widget, settings, x, y, w, h }) => {
        const Component = components[widget]
        return (
          <div
            key={id}
            className={css.cell}
            style={{ gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` }}
          >
            <Room value={roomOf(page, h)}>
              <ScreenBoundary>
                {/* What one widget still loads keeps none of the others away. */}
                <Suspense fallback={null}>{Component && <Component settings={settings} />}</Suspense>
              </ScreenBoundary>
            </Room>
          </div>
        )
      })}
    </div>
  )
})

const fades = () => !matchMedia('(prefers-reduced-motion: reduce)').matches

/** One page, and for a moment the one before it, which fades. */
export function Pages({ page, stale }: { page: FittedPage; stale: boolean }) {
  const [shown, setShown] = useState<{ now: FittedPage; before: FittedPage | null }>({ now: page, before: null })
  if (shown.now !== page) setShown({ now: page, before: fades() && shown.now.id !== page.id ? shown.now : null })
  const { now, before } = shown
  return (
    <div className={css.pages} data-stale={stale || undefined}>
      {before && (
        <div
          key={before.id}
          className={css.leaving}
          aria-hidden="true"
          onAnimationEnd={({ target, currentTarget }) =>
            target === currentTarget && setShown((one) => ({ ...one, before: null }))
          }
        >
          <Page page={before} />
        </div>
      )}
      <div key={now.id} className={css.coming}>
        <Page page={now} />
      </div>
    </div>
  )
}

/** What a page is of, in words. */
export function usePageTitle() {
  const { t } = useTranslation(['wall', 'dashboard'])
  return ({ of, title, widgets }: FittedPage): string => {
    if (title !== null) return title
    return of === 'widget' && widgets[0] ? t(`dashboard:widgets.${widgets[0].widget}`) : t('dashboard:title')
  }
}
