import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { isEnded } from '../../../shared/domain/work-order.ts'
import { addAlarmPhoto } from '../../../shared/endpoints/photos.ts'
import { addWorkOrderPhoto } from '../../../shared/endpoints/work-orders.ts'
import { type Alarm, alarm as alarmEntity } from '../../../shared/entities/alarm.ts'
import { type WorkOrder, workOrder } from '../../../shared/entities/work-order.ts'
import type { Entity } from '../../../shared/kit/entity.ts'
import { useAlarmWords } from '../../alarms/alarm-words.ts'
import { subjectOf } from '../../alarms/decisions.ts'
import type { AnyRow } from '../../kit/fields/cell.tsx'
import { type EndlessRecords, matching, useEndlessRecords } from '../../kit/fields/use-records.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { readList } from '../../kit/records/address.ts'
import { queryOf } from '../../kit/records/use-list.ts'
import { useMay } from '../../kit/session/can.tsx'
import { useHomes, useRecordPath } from '../../kit/session/homes.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Page } from '../../kit/ui/page.tsx'
import { SearchInput } from '../../kit/ui/search-input.tsx'
import { Banner, Empty, Skeleton } from '../../kit/ui/states.tsx'
import { Segments } from '../../kit/ui/tabs.tsx'
import { toast } from '../../kit/ui/toast.ts'
import { type PhotoTarget, takePhotos } from '../../offline/photos/take-photos.ts'
import { useWhyNotKept } from '../../offline/photos/use-why-not-kept.ts'
import { NotKept } from '../../offline/sending.ts'
import { forgetOneShared, NOT_KEPT, sharedPhotos } from '../../offline/shared-photos.ts'
import { forgetShared } from '../../offline/shared-store.ts'
import { photosOf } from '../../work-orders/decisions.ts'
import css from './install.module.css'

/** The open alarms as the list of them begins: without a network its copy is there. */
const OPEN = queryOf(readList(alarmEntity, new URLSearchParams('status=open')), {})
/** Work orders as their list begins, for the same reason. */
const ALL_WORK = queryOf(readList(workOrder, new URLSearchParams()), {})

function Thumbs({ photos }: { photos: readonly Blob[] }) {
  const { t } = useTranslation('install')
  const addresses = useMemo(() => photos.map((photo) => URL.createObjectURL(photo)), [photos])
  useEffect(
    () => () => {
      for (const address of addresses) URL.revokeObjectURL(address)
    },
    [addresses],
  )
  return (
    <div className={css.thumbs}>
      {addresses.map((address) => (
        <img key={address} src={address} alt={t('share.photo')} />
      ))}
    </div>
  )
}

interface OpenProps {
  busy: boolean
  onGive: (target: PhotoTarget, path: string | null) => void
}

interface Row {
  id: number
  title: string
  place: string
  /** When, in words. */
  since: string
  target: PhotoTarget
}

interface OpenListProps {
  query: EndlessRecords
  entity: Entity
  none: string
  busy: boolean
  read: (row: AnyRow) => Row | null
  onChoose: (row: Row) => void
}

/** Records of one kind, found by what is typed; without a network those of the copy. */
function OpenList({ query, entity, none, busy, read, onChoose }: OpenListProps) {
  const { t } = useTranslation('install')
  const [typed, setTyped] = useState('')
  const rows = query.data?.pages.flatMap((page) => page.rows) as AnyRow[] | undefined
  if (!rows) return query.isError ? <Empty icon="offline" text={none} /> : <Skeleton height={200} />
  const shown = matching(entity, rows, typed).flatMap((row) => read(row as AnyRow) ?? [])
  if (rows.length === 0) return <Empty icon="image" text={none} />
  return (
    <>
      <SearchInput value={typed} onChange={setTyped} label={t('share.search')} />
      <Card flush>
        {shown.map((row) => (
          <button key={row.id} type="button" className={css.alarm} disabled={busy} onClick={() => onChoose(row)}>
            <span className="grow">
              <b>{row.title}</b>
              <br />
              <small>{row.place}</small>
            </span>
            <small>{row.since}</small>
          </button>
        ))}
      </Card>
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('share.more')}
        </Button>
      )}
    </>
  )
}

function OpenAlarms({ busy, onGive }: OpenProps) {
  const { t } = useTranslation('install')
  const words = useAlarmWords()
  const { ago } = useFormat()
  const recordPath = useRecordPath()
  const query = useEndlessRecords(alarmEntity, OPEN, { offline: true })
  const read = (row: AnyRow): Row => {
    const alarm = row as unknown as Alarm
    const [title, place] = [words.title(alarm), words.place(alarm)]
    const target = {
      ...{ subject: subjectOf(alarm.id), label: `${title} · ${place}`, endpoint: addAlarmPhoto },
      names: { id: alarm.id },
    }
    return { id: alarm.id, title, place, since: ago(alarm.raised_at), target }
  }
  return (
    <OpenList
      {...{ query, busy, read }}
      entity={alarmEntity}
      none={t('share.no_alarms')}
      onChoose={({ id, target }) => onGive(target, recordPath('alarm', id))}
    />
  )
}

function OpenWork({ busy, onGive }: OpenProps) {
  const { t } = useTranslation('install')
  const { ago } = useFormat()
  const recordPath = useRecordPath()
  const query = useEndlessRecords(workOrder, ALL_WORK, { offline: true })
  const read = (row: AnyRow): Row | null => {
    const order = row as unknown as WorkOrder
    if (isEnded(order.state)) return null
    const place = [order.number, (order.pile ?? order.site)?.title].filter(Boolean).join(' · ')
    const target = {
      ...{ subject: photosOf(order.id), label: `${order.work} · ${place}`, endpoint: addWorkOrderPhoto },
      names: { id: order.id },
    }
    return { id: order.id, title: order.work, place, since: ago(order.created_at), target }
  }
  return (
    <OpenList
      {...{ query, busy, read }}
      entity={workOrder}
      none={t('share.no_work')}
      onChoose={({ id, target }) => onGive(target, recordPath('work_order', id))}
    />
  )
}

const KINDS = {
  alarm: { permission: addAlarmPhoto.permission, List: OpenAlarms },
  work_order: { permission: addWorkOrderPhoto.permission, List: OpenWork },
} as const
type Kind = keyof typeof KINDS

/** A photo that was shared from the phone's gallery: of which alarm or work order it is. It is kept until that is said, also without a network. */
export function SharePage() {
  const { t } = useTranslation(['install', 'alarms', 'entities'])
  const navigate = useNavigate()
  const whyNot = useWhyNotKept()
  const lost = useSearchParams()[0].has(NOT_KEPT)
  const may = useMay()
  const homes = useHomes()
  const [busy, setBusy] = useState(false)
  const [chosen, choose] = useState<Kind | null>(null)
  const {
    data: photos = [],
    isPending,
    refetch,
  } = useQuery({ queryKey: ['shared photos'], queryFn: sharedPhotos, gcTime: 0 })

  async function give(target: PhotoTarget, path: string | null) {
    setBusy(true)
    try {
      await takePhotos(photos, target, forgetOneShared)
      await forgetShared()
      navigate(path ?? '/', { replace: true })
    } catch (error) {
      toast(whyNot(error), { tone: 'error' })
      // What was kept is not shared any more: nobody gives it twice.
      await refetch()
    } finally {
      setBusy(false)
    }
  }
  async function drop() {
    await forgetShared()
    navigate('/', { replace: true })
  }

  if (isPending) return <Skeleton height={200} />
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) => homes[kind] && may(KINDS[kind].permission))
  const kind = chosen ?? kinds[0]
  const List = kind && KINDS[kind].List
  const usable = photos.length > 0 && kind !== undefined
  return (
    <Page title={t('share.title', { count: photos.length })}>
      {lost && (
        <Banner tone="faulted" icon="warning">
          {whyNot(new NotKept())}
        </Banner>
      )}
      {!usable && <Empty icon="image" text={t(photos.length ? 'share.may_not' : 'share.none')} />}
      {usable && (
        <>
          <Thumbs photos={photos} />
          <p>{t('share.which')}</p>
          {kinds.length > 1 && (
            <Segments
              label={t('share.which')}
              options={kinds.map((key) => ({ key, label: t(`share.kinds.${key}`) }))}
              value={kind}
              onChange={choose}
            />
          )}
          {List && (
            <Suspense key={kind} fallback={<Skeleton height={200} />}>
              <List busy={busy} onGive={(target, path) => void give(target, path)} />
            </Suspense>
          )}
        </>
      )}
      {photos.length > 0 && (
        <Button icon="trash" size="large" onClick={() => void drop()}>
          {t('share.drop')}
        </Button>
      )}
    </Page>
  )
}
