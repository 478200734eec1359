import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { allOf, byRank, type Shown, together } from '../../shared/domain/alarm-matter.ts'
import { distanceM, placeOf } from '../../shared/domain/distance.ts'
import { sitesNow } from '../../shared/endpoints/sites.ts'
import { type Alarm, alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import { useCall } from '../kit/api/queries.ts'
import { SeverityMark } from '../kit/fields/severity-mark.tsx'
import { openAlarms, useRecords } from '../kit/fields/use-records.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useMatterTitle } from '../kit/i18n/use-matter-title.ts'
import { useNow } from '../kit/i18n/use-now.ts'
import { type Here, useAway, useHereIfAllowed } from '../kit/map/here.ts'
import { useMay } from '../kit/session/can.tsx'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import { openScanner } from '../kit/session/overlays.ts'
import { personAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { Button, ButtonLink } from '../kit/ui/button.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import css from './faults.module.css'
import { ListCard, ListRow, useMostRows } from './list-card.tsx'
import { WidgetWaiting } from './of-dashboard.tsx'

const EVERY_MS = 2_000

type Fault = Shown & { metres: number | null; mine: boolean }

/** How far each site is; nothing where it is not known where one is. */
function useMetres(here: Here | null) {
  const may = useMay()
  const sites = useCall(
    sitesNow,
    {},
    { entities: ['site'], everyMs: 60_000, offline: true, enabled: here !== null && may(sitesNow.permission) },
  )
  const at = new Map((sites.data ?? []).map((site) => [site.id, placeOf(site)]))
  return (site_id: number | null) => {
    const place = site_id === null ? null : at.get(site_id)
    return here && place ? distanceM(here, place) : null
  }
}

/** Each matter once: one's own cases first, then what is nearest, of one site the worst, then the newest. */
function useFaults(alarms: readonly Alarm[], here: Here | null): Fault[] {
  const me = useAtomValue(personAtom)?.user.userId
  const metresTo = useMetres(here)
  const far = ({ metres }: Fault) => metres ?? Number.MAX_VALUE
  return together(alarms)
    .map((shown) => ({
      ...shown,
      metres: metresTo(shown.site_id),
      mine: allOf(shown).some(({ assignee_id }) => assignee_id === me),
    }))
    .sort(
      (a, b) =>
        Number(b.mine) - Number(a.mine) || far(a) - far(b) || byRank(a, b) || b.raised_at.localeCompare(a.raised_at),
    )
}

function Row({ fault }: { fault: Fault }) {
  const { t } = useTranslation(['dashboard', 'alarms'])
  const format = useFormat()
  const now = useNow()
  const awayOf = useAway()
  const to = useRecordPath()('alarm', fault.id)
  const titleOf = useMatterTitle()
  const gun = fault.others ? null : fault.connector_number
  const where = fault.struck
    ? []
    : [fault.pile?.title ?? t('alarms:network'), gun ? t('alarms:connector', { number: gun }) : null]
  const place = [fault.site?.title, fault.metres !== null && awayOf(fault.metres)]
  return (
    <ListRow to={to}>
      <SeverityMark severity={fault.severity} bare />
      <div className="grow">
        <b>{titleOf(fault)}</b>
        <span className={css.where}>{where.filter(Boolean).join(' · ')}</span>
        <small className={css.where}>{place.filter(Boolean).join(' · ')}</small>
      </div>
      <span className={css.since}>
        <small>{format.ago(fault.raised_at, Math.max(now, Date.now()))}</small>
        {fault.mine ? <Pill tone="charging">{t('faults.mine')}</Pill> : <small>{fault.assignee_name}</small>}
      </span>
    </ListRow>
  )
}

/** What one does from here on a site, within reach of the thumb. */
function Doings({ ask }: { ask: (() => void) | null }) {
  const { t } = useTranslation('dashboard')
  const may = useMay()
  const wide = useWide()
  return (
    <div className={css.doings}>
      {may('pile.list') && (
        <ButtonLink look="primary" icon="route" to="/walk">
          {t('faults.walk')}
        </ButtonLink>
      )}
      {!wide && (
        <Button icon="scan" onClick={openScanner}>
          {t('faults.scan')}
        </Button>
      )}
      {ask && <Button icon="target" label={t('faults.nearest')} onClick={ask} />}
    </div>
  )
}

function Faults() {
  const { t } = useTranslation('dashboard')
  const { here, ask } = useHereIfAllowed()
  const most = useMostRows()
  const home = useHome('alarm')
  const query = useRecords(alarmEntity, openAlarms, { everyMs: EVERY_MS, offline: true })
  const faults = useFaults((query.data?.rows ?? []) as unknown as Alarm[], here)
  const mine = faults.filter((one) => one.mine).length
  const shown = faults.slice(0, most)
  const standsFor = shown.reduce((sum, fault) => sum + allOf(fault).length, 0)
  return (
    <ListCard
      title={t('widgets.faults')}
      query={query}
      all={home && `${home}?status=open`}
      none={t('faults.none')}
      count={({ rows }) => rows.length}
      head={() => (
        <>
          <Doings ask={ask} />
          {mine > 0 && <small className={css.cases}>{t('faults.cases', { count: mine })}</small>}
        </>
      )}
    >
      {({ total }) => (
        <>
          {shown.map((fault) => (
            <Row key={fault.id} fault={fault} />
          ))}
          {total > standsFor && <small className={css.cases}>{t('faults.others', { count: total - standsFor })}</small>}
        </>
      )}
    </ListCard>
  )
}

/** The open faults within reach: one's own cases first, then the nearest; and the way to the site. Its words come after the page. */
export const FaultsWidget = () => (
  <Suspense fallback={<WidgetWaiting widget="faults" />}>
    <Faults />
  </Suspense>
)
