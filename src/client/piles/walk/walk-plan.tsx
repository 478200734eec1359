import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { rowsOf } from '../../../shared/domain/berth-rows.ts'
import type { Spot } from '../../../shared/endpoints/berths.ts'
import { Icon } from '../../kit/ui/icon.tsx'
import { type Stop, stateAt } from './stops.ts'
import css from './walk.module.css'
import { planIcons, usePlanTones } from './walk-words.ts'

interface Props {
  spots: readonly Spot[]
  /** By the piles' ids. */
  stops: ReadonlyMap<number, Stop>
  chosen: number | null
  onChoose: (spot: Spot) => void
}

/** The berths as they lie in rows, each as large as a thumb: who stands there comes with a tap. */
export function WalkPlan({ spots, stops, chosen, onChoose }: Props) {
  const { t } = useTranslation('walk')
  const toneOf = usePlanTones()
  return (
    <div className={css.plan}>
      {rowsOf(spots).map((row) => (
        <section key={row.spots[0]?.id} aria-label={t('row', { name: row.name || t('berths') })}>
          {row.name && <small>{t('row', { name: row.name.replace(/[-\s]$/, '') })}</small>}
          <ul className={css.row}>
            {row.spots.map((spot) => {
              const state = stateAt(spot, spot.pile ? stops.get(spot.pile.id) : undefined)
              const tone = toneOf(state)
              const icon = planIcons[state]
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
                    {/* A car that stands there hides no trouble. */}
                    <Icon name={spot.plate && icon !== 'warning' ? 'parking' : icon} size={14} />
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
