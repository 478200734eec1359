import { Suspense } from 'react'
import { lazy } from '../../kit/ui/lazy.ts'
import { Skeleton } from '../../kit/ui/states.tsx'
import type { PileParts } from '../parts.ts'
import { AsideTab } from './aside-tab.tsx'
import { CommandsTab } from './commands-tab.tsx'
import { FactsTab } from './facts-tab.tsx'
import { type PileView, pileOf } from './pile.ts'
import { RealtimeTab } from './realtime-tab.tsx'
import type { PileTab } from './tabs.ts'

const ConfigurationTab = lazy(() =>
  import('../configuration/configuration-tab.tsx').then((module) => ({ default: module.ConfigurationTab })),
)

const MonitorsTab = lazy(() =>
  import('../monitors/monitors-tab.tsx').then((module) => ({ default: module.MonitorsTab })),
)

const ScreenTab = lazy(() => import('../screen/screen-tab.tsx').then((module) => ({ default: module.ScreenTab })))

interface Props {
  tab: PileTab
  view: PileView
  parts: PileParts
}

function Body({
  tab,
  view,
  parts: { Orders, Alarms, History, Profiles, OutsideLimits, CardList, Reservations, Reserved, Log },
}: Props) {
  const { id, station_number } = pileOf(view)
  switch (tab) {
    case 'realtime':
      return <RealtimeTab view={view} OutsideLimits={OutsideLimits} Reserved={Reserved} />
    case 'info':
      return <FactsTab view={view} Profiles={Profiles} />
    case 'commands':
      return <CommandsTab view={view} />
    case 'configuration':
      return <ConfigurationTab view={view} />
    case 'monitors':
      return <MonitorsTab view={view} />
    case 'screen':
      return <ScreenTab view={view} />
    case 'card_list':
      return <CardList pileId={id} />
    case 'orders':
      return <Orders pileId={id} />
    case 'reservations':
      return <Reservations pileId={id} />
    case 'alarms':
      return <Alarms pileId={id} />
    case 'history':
      return <History pileId={id} />
    case 'log':
      return <Log station={station_number} />
    case 'aside':
      return <AsideTab pileId={id} />
  }
}

/** One face of a pile's page. */
export function TabBody(props: Props) {
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <Body {...props} />
    </Suspense>
  )
}
