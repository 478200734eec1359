import { Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PeriodButton } from '../kit/fields/period-button.tsx'
import { Button } from '../kit/ui/button.tsx'
import { lazy } from '../kit/ui/lazy.ts'
import { lazyAside } from '../kit/ui/lazy-part.tsx'
import { usePageTitle } from '../kit/ui/page-title.ts'
import { ErrorBox } from '../kit/ui/states.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import css from './dashboard.module.css'
import { Grid, WaitingGrid } from './grid.tsx'
import { PhoneBar, SearchButton } from './phone-bar.tsx'
import { useDashboard } from './use-dashboard.ts'
import { type Layout, useLayout } from './use-layout.ts'
import { usePeriodButton } from './use-period.ts'

// It brings the declarations of what a network begins with, and one that charges does without it.
const GettingStarted = lazyAside(() =>
  import('./getting-started.tsx').then((module) => ({ default: module.GettingStarted })),
)
const OwnWall = lazy(() => import('./wall/own-wall.tsx').then((module) => ({ default: module.OwnWall })))
const Editor = lazy(() => import('./edit/editor.tsx').then((module) => ({ default: module.Editor })))

/** The network as it is, in the widgets of a layout. */
function Shown({ layout, onEdit }: { layout: Layout | null; onEdit: () => void }) {
  const [onWall, setOnWall] = useState(false)
  const leaveWall = useCallback(() => setOnWall(false), [])
  const { t } = useTranslation('dashboard')
  const wide = useWide()
  const query = useDashboard()
  const period = usePeriodButton()
  const failed = query.error && query.data === undefined
  // On a phone each widget is as high as what it says: one that came before another would be moved by it.
  const isKnown = wide || query.data !== undefined
  return (
    <>
      <div className={css.period}>
        {!wide && <SearchButton />}
        <PeriodButton {...period} />
        {layout && !failed && wide && (
          <Button
            icon="expand"
            label={t('wall')}
            onClick={() => {
              setOnWall(true)
              // A browser that refuses shows it in its window.
              document.documentElement.requestFullscreen?.().catch(() => {})
            }}
          />
        )}
        {layout && !failed && <Button icon="edit" label={t('edit.edit')} onClick={onEdit} />}
      </div>
      {layout && onWall && (
        <Suspense fallback={null}>
          <OwnWall placed={layout.placed} onClose={leaveWall} />
        </Suspense>
      )}
      {failed ? (
        // Said once, not in each widget.
        <ErrorBox error={query.error} onRetry={query.refetch} />
      ) : (
        <>
          {query.data?.services_total === 0 && (
            <Suspense fallback={null}>
              <GettingStarted />
            </Suspense>
          )}
          {layout && isKnown ? <Grid placed={layout.placed} /> : <WaitingGrid />}
        </>
      )}
    </>
  )
}

/** Where everybody lands: how the network is doing, and what needs a person. */
export function Dashboard() {
  const { t } = useTranslation('dashboard')
  const wide = useWide()
  const layout = useLayout()
  const [editing, setEditing] = useState(false)
  usePageTitle(t('title'))
  const shown = <Shown layout={layout} onEdit={() => setEditing(true)} />
  return (
    <>
      {wide ? <h1 className="hidden-text">{t('title')}</h1> : <PhoneBar />}
      <div className={css.dashboard}>
        {editing && layout ? (
          <Suspense fallback={shown}>
            <Editor placed={layout.placed} onClose={() => setEditing(false)} />
          </Suspense>
        ) : (
          shown
        )}
      </div>
    </>
  )
}
