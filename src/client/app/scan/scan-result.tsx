import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScannedRecord } from '../../../shared/endpoints/scan.ts'
import { card } from '../../../shared/entities/card.ts'
import { pile } from '../../../shared/entities/pile.ts'
import type { RejectedConnection } from '../../../shared/entities/rejected-connection.ts'
import { StatusPill } from '../../kit/fields/status-pill.tsx'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useMay } from '../../kit/session/can.tsx'
import { useHome, useRecordPath } from '../../kit/session/homes.ts'
import { openSearch } from '../../kit/session/overlays.ts'
import { Button, ButtonLink } from '../../kit/ui/button.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { lazyPart } from '../../kit/ui/lazy-part.tsx'
import { Banner, Skeleton } from '../../kit/ui/states.tsx'
import { useOnline } from '../../offline/use-online.ts'
import type { AdoptProps } from '../../rejected-connections/adopt-dialog.tsx'
import { ICONS } from './last-scans-list.tsx'
import css from './scan-dialog.module.css'
import { type Read, useFoundPath } from './use-code.ts'

const AdoptDialog = lazyPart<AdoptProps>(() =>
  import('../../rejected-connections/adopt-dialog.tsx').then((module) => ({ default: module.AdoptDialog })),
)

/** Without a network, or while the server does not answer: how old what the phone knows is. */
function Known({ at }: { at: string }) {
  const { t } = useTranslation('scan')
  const { moment, ago } = useFormat()
  const why = useOnline() ? 'silent' : 'offline'
  return (
    <Banner tone="waiting" icon="offline">
      {at === 'nothing' ? t(`${why}_nothing`) : t(`${why}_known`, { at: moment(at), age: ago(at) })}
    </Banner>
  )
}

/** A pile or a card, what can be told of it, and where it leads. */
function Found({ record, connector }: { record: ScannedRecord; connector: number | null }) {
  const { t } = useTranslation('scan')
  const foundPath = useFoundPath()
  const recordPath = useRecordPath()
  const { entity, title, state, details, berth, alarm_id } = record
  const to = foundPath(record, connector)
  const alarm = alarm_id === null ? null : recordPath('alarm', alarm_id)
  const [site, ...more] = details
  const line = [site, berth && t('berth', { serial: berth }), ...more].filter(Boolean).join(' · ')
  return (
    <article className={css.found}>
      <div className={css.head}>
        <Icon name={ICONS[entity]} size={24} />
        <span className={css.said}>
          <b className={css.name}>
            {entity === 'pile' && connector !== null ? t('of_gun', { title, number: connector }) : title}
          </b>
          <small>{line}</small>
        </span>
        {entity === 'pile' ? (
          <StatusPill entity={pile} name="state" value={state} />
        ) : (
          <StatusPill entity={card} value={state} />
        )}
      </div>
      <div className={css.ways}>
        {to && (
          <ButtonLink size="large" look={alarm ? 'plain' : 'primary'} to={to}>
            {t(`open_${entity}`)}
          </ButtonLink>
        )}
        {alarm && (
          <ButtonLink size="large" look="primary" icon="bell" to={alarm}>
            {t('open_alarm')}
          </ButtonLink>
        )}
      </div>
    </article>
  )
}

interface UnknownProps {
  code: string
  rejected: RejectedConnection | null
  /** The server said so, and not a phone without a network. */
  sure: boolean
}

/** Nothing is called so: what can be done about it. */
function Unknown({ code, rejected, sure }: UnknownProps) {
  const { t } = useTranslation(['scan', 'rejected_connections'])
  const may = useMay()
  const piles = useHome('pile')
  const [adopting, setAdopting] = useState(false)
  const adoptable = rejected?.reason === 'unknown_station' && may('pile.create')
  return (
    <article className={css.found}>
      <div className={css.head}>
        <Icon name="warning" size={24} />
        <span className={css.said}>
          <b className={css.name}>{code}</b>
          <small>{adoptable ? t('tried_to_connect') : t('unknown')}</small>
        </span>
      </div>
      <div className={css.ways}>
        <Button size="large" icon="search" onClick={() => openSearch(code)}>
          {t('search')}
        </Button>
        {adoptable && (
          <Button size="large" look="primary" icon="plus" onClick={() => setAdopting(true)}>
            {t('rejected_connections:adopt')}
          </Button>
        )}
        {sure && !rejected && piles && may('pile.create') && (
          <ButtonLink
            size="large"
            icon="plus"
            to={`${piles}/create`}
            state={{ thenOpen: true, initial: { station_number: code } }}
          >
            {t('add_pile')}
          </ButtonLink>
        )}
      </div>
      {adopting && rejected && (
        <Suspense fallback={null}>
          <AdoptDialog rejected={rejected} onClose={() => setAdopting(false)} />
        </Suspense>
      )}
    </article>
  )
}

/** What the last code stands for. */
export function ScanResult({ read: { code, connector, looked, error } }: { read: Read }) {
  if (error)
    return (
      <div role="alert">
        <Banner tone="faulted" icon="warning">
          {error}
        </Banner>
      </div>
    )
  if (!looked) return <Skeleton height={96} />
  const { found, rejected, known } = looked
  return (
    <div role="status" className={css.result}>
      {known !== null && <Known at={known} />}
      {found.map((record) => (
        <Found key={`${record.entity} ${record.id}`} record={record} connector={connector} />
      ))}
      {found.length === 0 && <Unknown code={code} rejected={rejected} sure={known === null} />}
    </div>
  )
}
