import { memo, type Ref, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { permissionTo } from '../../../shared/commands/declare.ts'
import { reset } from '../../../shared/commands/reset.ts'
import type { Spot } from '../../../shared/endpoints/berths.ts'
import { LOOKS_AT } from '../../../shared/endpoints/rounds.ts'
import { useAway } from '../../kit/map/here.ts'
import { useMay } from '../../kit/session/can.tsx'
import { useRecordPath } from '../../kit/session/homes.ts'
import { Button, ButtonLink } from '../../kit/ui/button.tsx'
import { MaintenanceMark } from '../../kit/ui/maintenance-mark.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { useWhileNear } from '../../kit/ui/use-while-near.ts'
import { CommandLink } from '../command-link.tsx'
import { ConnectorSquares } from '../connector-squares.tsx'
import { Plate } from './plate.tsx'
import { matterAt, type Stop } from './stops.ts'
import css from './walk.module.css'
import { useStopWords } from './walk-words.ts'

/** B-17 as it stands on the wall: the row above, the number large. */
function Sign({ serial }: { serial: string }) {
  const [, row = '', number = serial] = /^(.*?)[-\s]?(\d+)$/.exec(serial) ?? []
  return (
    <>
      {row && <small>{row}</small>}
      {number}
    </>
  )
}

interface Props {
  stop: Stop
  metres: number | null
  lookedAt: boolean
  onLook: (stop: Stop) => void
  onBerth: (spot: Spot) => void
}

/** What one does here, within reach of the thumb: what is wrong, the pile, and that one has looked. */
function Doings({ stop, lookedAt, onLook, onBerth }: Omit<Props, 'metres'>) {
  const { t } = useTranslation('walk')
  const may = useMay()
  const pathOf = useRecordPath()
  const { pile, spots, need } = stop
  const alarm = matterAt(pile)
  const alarmPath = alarm ? pathOf('alarm', alarm.id) : null
  const pilePath = pathOf('pile', pile.id)
  const spot = spots[0]
  return (
    <div className={css.doings}>
      {alarmPath ? (
        <ButtonLink look="primary" icon="bell" to={alarmPath}>
          {t('alarm')}
        </ButtonLink>
      ) : (
        pilePath && (
          <ButtonLink icon="plug" to={pilePath}>
            {t('pile')}
          </ButtonLink>
        )
      )}
      {need && need !== 'offline' && may(permissionTo(reset)) ? (
        // A pile that fails on the way brings the command's words.
        <Suspense fallback={null}>{pilePath && <CommandLink path={pilePath} command={reset} short />}</Suspense>
      ) : (
        spot && (
          <Button icon="parking" onClick={() => onBerth(spot)}>
            {t('berth')}
          </Button>
        )
      )}
      {may(LOOKS_AT) && (
        <Button
          className={css.look ?? ''}
          look={lookedAt ? 'primary' : 'plain'}
          icon="check"
          label={t('say_looked', { pile: pile.station_number })}
          aria-pressed={lookedAt}
          onClick={() => onLook(stop)}
        />
      )}
    </div>
  )
}

/** A pile on the walk: where it stands, what is wrong with it, who stands there, and when someone looked at it last. */
export function WalkCard(props: Props) {
  const [shown, element] = useWhileNear<HTMLElement, Props>(props)
  return <Card {...shown} ref={element} />
}

const Card = memo(function Card({ stop, metres, ref, ...doings }: Props & { ref: Ref<HTMLElement> }) {
  const { t } = useTranslation('walk')
  const awayOf = useAway()
  const words = useStopWords()
  const { pile, spots } = stop
  const path = useRecordPath()('pile', pile.id)
  const { tone, text } = words.pillOf(stop)
  const [spot] = spots
  const looked = pile.looked_at
    ? t('looked_by', { by: pile.looked_by ?? '', for: words.passed(pile.looked_at) })
    : t('never_looked')
  const away = metres !== null && awayOf(metres)
  return (
    <article ref={ref} className={css.card} id={`pile-${pile.id}`} aria-label={pile.station_number}>
      <div className={css.what}>
        {spot && (
          <button type="button" className={css.sign} onClick={() => doings.onBerth(spot)} title={spot.serial}>
            <Sign serial={spot.serial} />
          </button>
        )}
        <div className="grow">
          <div className={css.name}>
            {path ? <Link to={path}>{pile.station_number}</Link> : <b>{pile.station_number}</b>}
            <Pill tone={tone}>{text}</Pill>
          </div>
          <p className={css.why}>{words.whyOf(stop)}</p>
        </div>
      </div>
      <MaintenanceMark until={pile.maintenance_until} />
      <div className={css.state}>
        <ConnectorSquares connectors={pile.connectors} />
        <span className="grow">{words.chargingOf(stop)}</span>
        {spots.map(({ id, plate }) => plate && <Plate key={id} plate={plate.plate} />)}
      </div>
      <small className={css.looked}>{[looked, away].filter(Boolean).join(' · ')}</small>
      <Doings stop={stop} {...doings} />
    </article>
  )
})
