import { useTranslation } from 'react-i18next'
import type { OrderEvent } from '../../shared/endpoints/orders.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Card } from '../kit/ui/card.tsx'
import { useEventWords } from './event-words.ts'
import css from './happened.module.css'

/** What happened to an order, from the first to the last, on the site's clock. */
export function OrderHistory({ events, timeZone }: { events: OrderEvent[]; timeZone: string }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const words = useEventWords(timeZone)
  const firstDay = events[0] && format.day(events[0].at.slice(0, 10))
  return (
    <Card title={t('page.happened')}>
      <ol className={css.line}>
        {events.map((event, at) => {
          const day = format.day(event.at.slice(0, 10))
          const { text, tone } = words(event)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
            <li key={at} style={{ color: `var(--${tone})` }}>
              <b>{text}</b>
              <small>
                <time dateTime={event.at}>
                  {day !== firstDay && `${day} `}
                  {format.timeWithSeconds(event.at, timeZone)}
                </time>
              </small>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
