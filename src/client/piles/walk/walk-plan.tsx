import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { rowsOf } from '../../../shared/domain/berth-rows.ts'
import type { BerthState } from '../../../shared/domain/berth-state.ts'
import type { Spot } from '../../../shared/endpoints/berths.ts'
import type { WalkedPile } from '../../../shared/endpoints/site-walk.ts'
import { useStateTones } from '../../kit/dictionaries/use-state-tones.ts'
import { Icon } from '../../kit/ui/icon.tsx'
import { guns, stateOf } from '../connector-state.ts'
import css from './walk.module.css'
import { stateIcons } from './walk-words.ts'

type State = ReturnType<typeof stateOf>

/** What a berth without a gun's word is, in the states of guns. */
const OF_BERTH: Readonly<Record<BerthState, State>> = {
  free: 'available',
  occupied: 'charging',
  reserved: 'reserved',
  out_of_service: 'faulted',
  unknown: 'offline',
}

/** By the gun that reaches it; where several do, or staff closed it, by the berth. */
export function stateAt(spot: Spot, pile: WalkedPile | undefined): State {
  if (spot.status === 'closed' || !pile) return OF_BERTH[spot.state]
  if (pile.state === 'offline') return 'offline'
  const all = guns(pile.connectors)
  const gun = all.find(({ number }) => number === spot.connector_number) ?? (all.length === 1 ? all[0] : undefined)
  return gun ? stateOf(gun) : OF_BERTH[spot.state]
}

interface Props {
  spots: readonly Spot[]
  piles: ReadonlyMap<number, WalkedPile>
  chosen: number | null
  onChoose: (spot: Spot) => void
}

/** The berths as they lie in rows, each as large as a thumb: who stands there comes with a tap. */
export function WalkPlan({ spots, piles, chosen, onChoose }: Props) {
  const { t } = useTranslation('walk')
  const toneOf = useStateTones()
  return (
    <div className={css.plan}>
      {rowsOf(spots).map((row) => (
        <section key={row.spots[0]?.id} aria-label={t('row', { name: row.name || t('berths') })}>
          {row.name && <small>{t('row', { name: row.name.replace(/[-\s]$/, '') })}</small>}
          <ul className={css.row}>
            {row.spots.map((spot) => {
              const state = stateAt(spot, spot.pile ? piles.get(spot.pile.id) : undefined)
              const tone = toneOf(state)
              return (
                <li key={spot.id}>
                  <button
                    type="button"
                    className={css.spot}
                    style={{ '--tone': `var(--${tone})`, '--soft': `var(--${tone}-soft)` } as CSSProperties}
                    aria-label={[spot.serial, t(`states.${state}`), spot.plate?.plate].filter(Boolean).join(', ')}
                    aria-pressed={spot.id === chosen}
                    onClick={() => onChoose(spot)}
                  >
                    <b>{spot.serial.slice(row.name.length) || spot.serial}</b>
                    <Icon name={spot.plate ? 'parking' : stateIcons[state]} size={14} />
                  </button>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}
