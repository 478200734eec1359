import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { berthStates, berthTones } from '../../shared/domain/berth-state.ts'
import { berthPlan, type Spot } from '../../shared/endpoints/berths.ts'
import { useCall } from '../kit/api/queries.ts'
import { useMay } from '../kit/session/can.tsx'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { Dot } from '../kit/ui/pill.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './berth-plan.module.css'
import { rowsOf } from './berth-rows.ts'
import { berthIcons } from './berth-words.ts'
import { NumberDialog } from './number-dialog.tsx'

const EVERY_MS = 1_500

function Place({ spot }: { spot: Spot }) {
  const { t } = useTranslation('sites')
  const to = useRecordPath()('berth', spot.id)
  const { state, serial, pile, connector_number } = spot
  const gun =
    pile && [pile.title, connector_number && t('gun', { number: connector_number })].filter(Boolean).join(' · ')
  const label = [serial, t(`berth_states.${state}`), gun].filter(Boolean).join(', ')
  const body = (
    <>
      <Icon name={berthIcons[state]} size={16} />
      <b>{serial}</b>
      <span className={css.word}>{t(`berth_states.${state}`)}</span>
    </>
  )
  const looks = [css.spot, css[berthTones[state]]].join(' ')
  return (
    <li title={label}>
      {to ? (
        <Link className={looks} to={to} aria-label={label}>
          {body}
        </Link>
      ) : (
        <div className={looks}>{body}</div>
      )}
    </li>
  )
}

function Legend({ spots }: { spots: readonly Spot[] }) {
  const { t } = useTranslation('sites')
  const shown = berthStates
    .map((state) => ({ state, count: spots.filter((spot) => spot.state === state).length }))
    .filter(({ count }) => count > 0)
  return (
    <div className={css.legend}>
      {shown.map(({ state, count }) => (
        <span key={state} className="row">
          <Dot tone={berthTones[state]} /> {t(`berth_states.${state}`)} <b>{count}</b>
        </span>
      ))}
    </div>
  )
}

/** A site's berths as they lie in rows, each with its state now. */
export function BerthPlan({ siteId }: { siteId: number }) {
  const { t } = useTranslation('sites')
  const may = useMay()
  const home = useHome('berth')
  const [numbering, setNumbering] = useState(false)
  const query = useCall(berthPlan, { site_id: siteId }, { entities: ['berth', 'pile'], everyMs: EVERY_MS })
  const count = query.data?.length ?? 0
  const number = may('berth.create') && (
    <Button size="small" onClick={() => setNumbering(true)}>
      {t('number.title')}
    </Button>
  )
  return (
    <Card
      title={t('berths')}
      aside={
        count > 0 && (
          <span className="row">
            {number}
            {home && <Link to={`${home}?site_id=${siteId}`}>{t('all_berths', { count })}</Link>}
          </span>
        )
      }
    >
      <Loaded query={query} skeleton={<Skeleton height={120} />}>
        {(spots) =>
          spots.length === 0 ? (
            <Empty icon="parking" text={t('no_berths')}>
              {number}
            </Empty>
          ) : (
            <>
              <Legend spots={spots} />
              {rowsOf(spots).map((row) => (
                <ul
                  key={row.spots[0]?.id}
                  className={css.row}
                  aria-label={t('berth_row', { name: row.name || t('berths') })}
                >
                  {row.spots.map((spot) => (
                    <Place key={spot.id} spot={spot} />
                  ))}
                </ul>
              ))}
            </>
          )
        }
      </Loaded>
      {numbering && <NumberDialog siteId={siteId} onClose={() => setNumbering(false)} />}
    </Card>
  )
}
