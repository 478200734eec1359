import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type CardPlace, cardHistory } from '../../shared/endpoints/cards.ts'
import { useCall } from '../kit/api/queries.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import { Icon, type IconName } from '../kit/ui/icon.tsx'
import css from './cards.module.css'
import { CARDS } from './changes.ts'

const LOOKS: Record<CardPlace['state'], { icon: IconName; tone: string | undefined }> = {
  waiting: { icon: 'clock', tone: css.open },
  refused: { icon: 'warning', tone: css.refused },
  unblocking: { icon: 'clock', tone: css.open },
  blocked: { icon: 'check', tone: css.taken },
  removed: { icon: 'check', tone: css.taken },
}

function Place({ place: { pile_id, station_number, by, state, word } }: { place: CardPlace }) {
  const { t } = useTranslation('cards')
  const to = useRecordPath()('pile', pile_id)
  const { icon, tone } = LOOKS[state]
  return (
    <li className={css.place}>
      <span className={tone}>
        <Icon name={icon} />
      </span>
      <div>
        <b>{to ? <Link to={to}>{station_number}</Link> : station_number}</b> {t(`places.by_${by}`)}
        <small>
          {t(`places.${state}`)}
          {word && ` (${word})`}
        </small>
      </div>
    </li>
  )
}

/** The piles that may let a card in, or refuse it, by themselves; nothing where there is none. */
export function CardPlaces({ id }: { id: number }) {
  const { t } = useTranslation('cards')
  const { data } = useCall(cardHistory, { id }, { entities: CARDS })
  if (!data || data.places.length + data.elsewhere === 0) return null
  return (
    <Card title={t('places.title')}>
      <p className={css.told}>{t('places.text')}</p>
      <ul className={css.events}>
        {data.places.map((place) => (
          <Place key={`${place.pile_id} ${place.by}`} place={place} />
        ))}
        {data.elsewhere > 0 && <li>{t('places.elsewhere', { count: data.elsewhere })}</li>}
      </ul>
    </Card>
  )
}
