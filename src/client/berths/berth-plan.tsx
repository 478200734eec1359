import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { rowsOf, soughtIn } from '../../shared/domain/berth-rows.ts'
import { berthPlan, type Spot } from '../../shared/endpoints/berths.ts'
import { useCall } from '../kit/api/queries.ts'
import { useMay } from '../kit/session/can.tsx'
import { useHome } from '../kit/session/homes.ts'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './berth-plan.module.css'
import { BerthSpot } from './berth-spot.tsx'
import { NumberDialog } from './number-dialog.tsx'
import { PlanTools, type Shown } from './plan-tools.tsx'

const EVERY_MS = 1_500

/** What of the plan is looked at; who looks for a number sees all of it. */
function useLook(spots: readonly Spot[]) {
  const [shown, setShown] = useState<Shown>('all')
  const [serial, setSerial] = useState('')
  const sought = soughtIn(spots, serial)
  function seek(text: string) {
    setSerial(text)
    setShown('all')
  }
  return { shown, setShown, serial, seek, sought }
}

function Plan({ spots }: { spots: readonly Spot[] }) {
  const { t } = useTranslation('sites')
  const { shown, setShown, serial, seek, sought } = useLook(spots)
  const rows = rowsOf(spots.filter(({ state }) => shown === 'all' || state === shown))
  return (
    <>
      <PlanTools {...{ spots, shown, serial }} found={sought !== null} onShow={setShown} onSeek={seek} />
      {rows.map((row) => (
        <ul key={row.spots[0]?.id} className={css.row} aria-label={t('berth_row', { name: row.name || t('berths') })}>
          {row.spots.map((spot) => (
            <BerthSpot key={spot.id} spot={spot} sought={spot.id === sought?.id} />
          ))}
        </ul>
      ))}
    </>
  )
}

/** A site's berths as they lie in rows, each with its state now. */
export function BerthPlan({ siteId }: { siteId: number }) {
  const { t } = useTranslation('sites')
  const may = useMay()
  const home = useHome('berth')
  const [numbering, setNumbering] = useState(false)
  const query = useCall(
    berthPlan,
    { site_id: siteId },
    { entities: ['berth', 'pile', 'reservation'], everyMs: EVERY_MS, offline: true },
  )
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
            <Plan spots={spots} />
          )
        }
      </Loaded>
      {numbering && (
        <Suspense fallback={null}>
          <NumberDialog siteId={siteId} onClose={() => setNumbering(false)} />
        </Suspense>
      )}
    </Card>
  )
}
