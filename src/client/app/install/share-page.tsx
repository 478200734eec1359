import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { addAlarmPhoto } from '../../../shared/endpoints/photos.ts'
import { type Alarm, alarm as alarmEntity } from '../../../shared/entities/alarm.ts'
import { useAlarmWords } from '../../alarms/alarm-words.ts'
import { subjectOf } from '../../alarms/decisions.ts'
import { matching, useEndlessRecords } from '../../kit/fields/use-records.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { readList } from '../../kit/records/address.ts'
import { queryOf } from '../../kit/records/use-list.ts'
import { useMay } from '../../kit/session/can.tsx'
import { useRecordPath } from '../../kit/session/homes.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Page } from '../../kit/ui/page.tsx'
import { SearchInput } from '../../kit/ui/search-input.tsx'
import { Empty, Skeleton } from '../../kit/ui/states.tsx'
import { toast } from '../../kit/ui/toast.ts'
import { takePhotos } from '../../offline/photos/take-photos.ts'
import { useWhyNotKept } from '../../offline/photos/use-why-not-kept.ts'
import { forgetShared, sharedPhotos } from '../../offline/shared-photos.ts'
import css from './install.module.css'

/** The open alarms as the list of them begins: without a network its copy is there. */
const OPEN = queryOf(readList(alarmEntity, new URLSearchParams('status=open')), {})

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

interface AlarmsProps {
  busy: boolean
  onChoose: (alarm: Alarm) => void
}

function OpenAlarms({ busy, onChoose }: AlarmsProps) {
  const { t } = useTranslation('install')
  const words = useAlarmWords()
  const { ago } = useFormat()
  const [typed, setTyped] = useState('')
  const query = useEndlessRecords(alarmEntity, OPEN, { offline: true })
  const rows = query.data?.pages.flatMap((page) => page.rows)
  if (!rows) return query.isError ? <Empty icon="offline" text={t('share.no_alarms')} /> : <Skeleton height={200} />
  if (rows.length === 0) return <Empty icon="bell" text={t('share.no_alarms')} />
  return (
    <>
      <SearchInput value={typed} onChange={setTyped} label={t('share.search')} />
      <Card flush>
        {(matching(alarmEntity, rows, typed) as unknown as Alarm[]).map((alarm) => (
          <button key={alarm.id} type="button" className={css.alarm} disabled={busy} onClick={() => onChoose(alarm)}>
            <span className="grow">
              <b>{words.title(alarm)}</b>
              <br />
              <small>{words.place(alarm)}</small>
            </span>
            <small>{ago(alarm.raised_at)}</small>
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

/** A photo that was shared from the phone's gallery: of which alarm it is. It is kept until that is said, also without a network. */
export function SharePage() {
  const { t } = useTranslation(['install', 'alarms'])
  const navigate = useNavigate()
  const recordPath = useRecordPath()
  const words = useAlarmWords()
  const whyNot = useWhyNotKept()
  const may = useMay()
  const [busy, setBusy] = useState(false)
  const { data: photos = [], isPending } = useQuery({ queryKey: ['shared photos'], queryFn: sharedPhotos, gcTime: 0 })

  async function give(alarm: Alarm) {
    setBusy(true)
    const label = `${words.title(alarm)} · ${words.place(alarm)}`
    try {
      await takePhotos(photos, {
        subject: subjectOf(alarm.id),
        label,
        endpoint: addAlarmPhoto,
        names: { id: alarm.id },
      })
      await forgetShared()
      navigate(recordPath('alarm', alarm.id) ?? '/', { replace: true })
    } catch (error) {
      toast(whyNot(error), { tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  async function drop() {
    await forgetShared()
    navigate('/', { replace: true })
  }

  if (isPending) return <Skeleton height={200} />
  const usable = photos.length > 0 && may(addAlarmPhoto.permission)
  return (
    <Page title={t('share.title', { count: photos.length })}>
      {!usable && <Empty icon="image" text={t(photos.length ? 'share.may_not' : 'share.none')} />}
      {usable && (
        <>
          <Thumbs photos={photos} />
          <p>{t('share.which')}</p>
          <OpenAlarms busy={busy} onChoose={(alarm) => void give(alarm)} />
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
