import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { priceOrder } from '../../../shared/endpoints/order-money.ts'
import { useCall } from '../../kit/api/queries.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { Banner, Skeleton } from '../../kit/ui/states.tsx'
import { BandRibbon } from '../band-ribbon.tsx'
import { framesOf } from '../day-bands.ts'
import { useLineWords } from '../line-words.ts'
import css from './create-order.module.css'
import { type ManualDraft, missingOf, sessionOf } from './manual-draft.ts'

/** A value once it has not changed for some milliseconds: what asks the server does not ask with every key. */
function useDelayed<T>(value: T, ms: number): T {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return delayed
}

const PAUSE_MS = 300
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** What the session will cost, line by line, as soon as there is enough to price it. */
export function PricePreview({ draft }: { draft: ManualDraft }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const complete = missingOf(draft).length === 0
  const body = useDelayed(JSON.stringify(complete ? sessionOf(draft) : null), PAUSE_MS)
  const session = useMemo(() => JSON.parse(body) as ReturnType<typeof sessionOf> | null, [body])
  const query = useCall(priceOrder, session ?? sessionOf(draft), {
    entities: ['site', 'strategy', 'billing_rule'],
    enabled: session !== null,
    keepLast: true,
  })
  const words = useLineWords(query.data?.time_zone ?? 'UTC')
  if (!session) return <p className={css.wait}>{t('create.incomplete')}</p>
  if (query.isError)
    return (
      <Banner tone="faulted" icon="warning">
        {Object.values(query.error.fields)[0] ?? query.error.message}
      </Banner>
    )
  if (!query.data) return <Skeleton height={80} />
  const { rules, lines, total_cents, time_zone } = query.data
  return (
    <section aria-label={t('create.price')} className={css.price}>
      <BandRibbon rules={rules} frames={framesOf(session.started_at, session.ended_at, time_zone)} />
      <ul>
        {lines.map(words).map((line) => (
          <li key={line.key} className="row between">
            <span>
              {line.name} <small>{[line.span, line.quantity].join(' · ')}</small>
            </span>
            <b>{line.amount}</b>
          </li>
        ))}
        <li className="row between">
          <b>{t('bill.total')}</b>
          <b className={css.total}>{format.money(total_cents)}</b>
        </li>
      </ul>
      {time_zone !== ownZone && <small>{t('create.zone', { zone: time_zone, own: ownZone })}</small>}
    </section>
  )
}
