import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { ConnectorNow } from '../../../shared/endpoints/piles.ts'
import { Empty } from '../../kit/ui/states.tsx'
import { useWide } from '../../kit/ui/use-wide.ts'
import { busyFirst, guns } from '../connector-state.ts'
import type { PileParts } from '../parts.ts'
import { ConnectorCard } from './connector-card.tsx'
import { HowToConnect } from './how-to-connect.tsx'
import { hasConnected, type PileView, pileOf } from './pile.ts'
import css from './realtime-tab.module.css'

/** The connector whose label was scanned: the address names it. */
function useNamed(): number | null {
  const [params] = useSearchParams()
  const number = Number(params.get('connector'))
  return number > 0 ? number : null
}

/** In the order in which they stood as the page opened: a card that moves is pressed in another one's place. */
function useAsOpened(connectors: ConnectorNow[]): ConnectorNow[] {
  const [numbers] = useState(() => connectors.map(({ number }) => number))
  const placeOf = ({ number }: ConnectorNow) => (numbers.includes(number) ? numbers.indexOf(number) : numbers.length)
  return [...connectors].sort((a, b) => placeOf(a) - placeOf(b) || a.number - b.number)
}

interface Props extends Pick<PileParts, 'OutsideLimits' | 'Reserved'> {
  view: PileView
}

/**
 * What limits the pile from outside, and every connector as it is now, one that was scanned first; for a pile that never connected, how to
 * connect it.
 */
export function RealtimeTab({ view, OutsideLimits, Reserved }: Props) {
  const { t } = useTranslation('piles')
  const pile = pileOf(view)
  const wide = useWide()
  const named = useNamed()
  const asOpened = useAsOpened(busyFirst(guns(view.connectors)))
  const all = wide ? guns(view.connectors) : asOpened
  const connectors = [...all.filter(({ number }) => number === named), ...all.filter(({ number }) => number !== named)]
  if (!hasConnected(pile)) return <HowToConnect pile={pile} />
  if (connectors.length === 0) return <Empty icon="plug" text={t('no_connectors')} />
  // A copy that an earlier version kept has none.
  const limits = view.outside_limits ?? []
  return (
    <div className={css.grid}>
      {limits.length > 0 && (
        <div className={css.whole}>
          <OutsideLimits limits={limits} zone={view.time_zone} />
        </div>
      )}
      {connectors.map((connector) => (
        <div
          key={connector.number}
          {...(connector.number === named && { className: css.named, 'aria-current': true as const })}
        >
          <ConnectorCard
            pileId={pile.id}
            commands={view.commands}
            connector={connector}
            Reserved={Reserved}
            ended={view.ended_sessions.find(({ connector_number }) => connector_number === connector.number)}
          />
        </div>
      ))}
    </div>
  )
}
