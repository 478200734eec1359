import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type CardEvent, cardHistory } from '../../shared/endpoints/cards.ts'
import { card as cardEntity } from '../../shared/entities/card.ts'
import { useCall } from '../kit/api/queries.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './cards.module.css'
import { CARDS } from './changes.ts'

function Event({ event: { at, what, by, customer, reason, remark } }: { event: CardEvent }) {
  const { t } = useTranslation('cards')
  const format = useFormat()
  const words = useWords(cardEntity)
  const path = useRecordPath()
  const to = customer && path('customer', customer.id)
  return (
    <li>
      <b>{t(`story.${what}`)}</b>
      {customer && <> {to ? <Link to={to}>{customer.title}</Link> : customer.title}</>}
      {reason && <> {words.choice('block_reason', reason)}</>}
      <small>
        <time dateTime={at}>{format.full(at)}</time>
        {by && ` · ${by}`}
        {remark && ` · ${remark}`}
      </small>
    </li>
  )
}

/** Who had a card when, and when it was blocked. */
export function CardStory({ id }: { id: number }) {
  const { t } = useTranslation('cards')
  const query = useCall(cardHistory, { id }, { entities: CARDS })
  return (
    <Card title={t('story.title')}>
      <Loaded query={query} skeleton={<Skeleton height={120} />}>
        {({ events }) => (
          <ol className={css.events}>
            {events.map((event) => (
              <Event key={`${event.at} ${event.what}`} event={event} />
            ))}
          </ol>
        )}
      </Loaded>
    </Card>
  )
}
