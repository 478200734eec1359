import { Suspense } from 'react'
import { Skeleton } from '../../kit/ui/states.tsx'
import { AsideTab } from './aside-tab.tsx'
import { CommandsTab } from './commands-tab.tsx'
import type { PileFaces } from './faces.ts'
import { FactsTab } from './facts-tab.tsx'
import { type PileView, pileOf } from './pile.ts'
import { RealtimeTab } from './realtime-tab.tsx'
import type { PileTab } from './tabs.ts'

interface Props {
  tab: PileTab
  view: PileView
  faces: PileFaces
}

function Body({ tab, view, faces: { Orders, Alarms, Log } }: Props) {
  const { id, station_number } = pileOf(view)
  switch (tab) {
    case 'realtime':
      return <RealtimeTab view={view} />
    case 'info':
      return <FactsTab view={view} />
    case 'commands':
      return <CommandsTab view={view} />
    case 'orders':
      return <Orders pileId={id} />
    case 'alarms':
      return <Alarms pileId={id} />
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
