import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { offlineByPile } from '../../shared/endpoints/offline-piles.ts'
import { offlineRecord } from '../../shared/entities/offline-record.ts'
import { pile } from '../../shared/entities/pile.ts'
import { type Data, PAGE_SIZE } from '../../shared/kit/endpoint.ts'
import { useCall } from '../kit/api/queries.ts'
import { dayOf } from '../kit/fields/days.ts'
import { MonthChoice } from '../kit/fields/month-choice.tsx'
import { monthOf, type Period } from '../kit/fields/period.ts'
import { ReferenceFilter } from '../kit/fields/reference-filter.tsx'
import { useRecords } from '../kit/fields/use-records.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { ButtonLink } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Page } from '../kit/ui/page.tsx'
import { Pager } from '../kit/ui/pager.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './offline-by-device.module.css'

type Row = Data<typeof offlineByPile>['rows'][number]

const MOST_SPELLS = 50
const EVERY_MS = 5_000

/** 99.87 %; nothing where there was no time to be available in. */
function usePercent() {
  const format = useFormat()
  return (hundredths: number | null) => (hundredths === null ? EMPTY : `${format.number(hundredths / 100, 2)} %`)
}

/** Each span of one pile in the period, the newest first. */
function Spells({ row, period }: { row: Row; period: Period }) {
  const { t } = useTranslation('piles')
  const format = useFormat()
  const query = useRecords(
    offlineRecord,
    { pile_id: [row.pile.id], offline_at: period, page_num: 1, page_size: MOST_SPELLS },
    { everyMs: EVERY_MS, offline: true },
  )
  return (
    <Loaded query={query} skeleton={<Skeleton height={80} />}>
      {({ rows, total }) => (
        <>
          <ul className={css.spells}>
            {rows.map((spell) => {
              const { offline_at, online_at, offline_seconds } = spell as unknown as {
                offline_at: string
                online_at: string | null
                offline_seconds: number | null
              }
              return (
                <li key={spell.id}>
                  <span className="grow">
                    {online_at
                      ? t('offline_spells.from_till', {
                          from: format.moment(offline_at),
                          till: format.moment(online_at),
                        })
                      : t('offline_spells.since', { at: format.moment(offline_at) })}
                  </span>
                  <b>{offline_seconds === null ? t('offline_spells.still') : format.duration(offline_seconds)}</b>
                </li>
              )
            })}
          </ul>
          {total > rows.length && <small>{t('offline_spells.more')}</small>}
        </>
      )}
    </Loaded>
  )
}

/** A device with its count, its last time and its availability; it opens to each span. */
function Device({ row, period }: { row: Row; period: Period }) {
  const { t } = useTranslation('piles')
  const format = useFormat()
  const percent = usePercent()
  const [open, setOpen] = useState(false)
  const path = useRecordPath()('pile', row.pile.id)
  return (
    <details className={css.device} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={css.name}>
          <b>{row.pile.title}</b>
          <small>{[row.site?.title, row.serial_number].filter(Boolean).join(' · ')}</small>
        </span>
        <span className={css.figures}>
          <b>{t('offline_spells.spells', { count: row.offline_count })}</b>
          <small>{t('offline_spells.last', { at: format.moment(row.last_offline_at) })}</small>
        </span>
        <span className={css.figures}>
          <b>{format.duration(row.offline_seconds)}</b>
          <small>
            {t('offline_spells.availability')} {percent(row.availability)}
          </small>
        </span>
        {row.still && <Pill tone="offline">{t('offline_spells.still')}</Pill>}
      </summary>
      {open && (
        <div className={css.inside}>
          <Spells row={row} period={period} />
          {path && (
            <ButtonLink icon="plug" to={path}>
              {row.pile.title}
            </ButtonLink>
          )}
        </div>
      )}
    </details>
  )
}

function useAsked() {
  const [params, setParams] = useSearchParams()
  const first = /^\d{4}-\d\d$/.test(params.get('month') ?? '')
    ? `${params.get('month')}-01`
    : `${dayOf(new Date().toISOString()).slice(0, 7)}-01`
  const site = Number(params.get('site')) || null
  const put = (given: Record<string, string | null>) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.set('by', 'device')
      for (const [name, value] of Object.entries(given)) value === null ? next.delete(name) : next.set(name, value)
      return next
    })
  return { period: monthOf(first), site, put }
}

/** Which piles were without a network in a month: how often, when last, how long, and how much of the time they were there. */
export function OfflineByDevice() {
  const { t } = useTranslation('piles')
  const words = useWords(offlineRecord)
  const percent = usePercent()
  const { period, site, put } = useAsked()
  const [page_num, setPage] = useState(1)
  const [page_size, setSize] = useState<number>(PAGE_SIZE)
  const query = useCall(
    offlineByPile,
    { ...period, site_id: site, page_num, page_size },
    { entities: ['offline_record', 'pile'], everyMs: EVERY_MS, offline: true, keepLast: true },
  )
  return (
    <Page
      title={words.heading}
      back="/me"
      actions={[{ key: 'each', label: t('offline_spells.each'), icon: 'list', to: '?by=spell' }]}
    >
      <div className={css.controls}>
        <MonthChoice
          shown={period}
          onChoose={({ from }) => {
            setPage(1)
            put({ month: from.slice(0, 7) })
          }}
        />
        <ReferenceFilter
          field={pile.fields.site_id}
          label={t('offline_spells.site')}
          placeholder={t('offline_spells.site')}
          value={site === null ? undefined : [site]}
          onChange={(value) => {
            setPage(1)
            put({ site: Array.isArray(value) ? String(value[0]) : null })
          }}
        />
      </div>
      <Loaded query={query} skeleton={<Skeleton height={280} />}>
        {({ rows, total, availability, spells }) => (
          <>
            <Card>
              <div className="row between">
                <span>
                  <b className={css.share}>{percent(availability)}</b> {t('offline_spells.availability')}
                </span>
                <b>{t('offline_spells.spells', { count: spells })}</b>
              </div>
              <small>{t('offline_spells.availability_of')}</small>
            </Card>
            {rows.length === 0 ? (
              <Empty icon="check" text={t('offline_spells.none')} />
            ) : (
              <div className={css.devices}>
                {rows.map((row) => (
                  <Device key={row.pile.id} row={row} period={period} />
                ))}
              </div>
            )}
            {total > page_size && (
              <Pager total={total} page={page_num} size={page_size} onPage={setPage} onSize={setSize} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
