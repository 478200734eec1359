import { useTranslation } from 'react-i18next'
import { card } from '../../shared/entities/card.ts'
import { cardGroup } from '../../shared/entities/card-group.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { RecordList } from '../kit/records/record-list.tsx'
import { useMay } from '../kit/session/can.tsx'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import css from './cards.module.css'

/** The cards that end each other's sessions. */
function CardsOf({ id }: { id: number }) {
  const { t } = useTranslation('cards')
  const recordPath = useRecordPath()
  const cards = useHome('card')
  const add = {
    ...({ key: 'add', label: t('add_to_group'), icon: 'plus', primary: true } as const),
    ...{ to: `${cards}/create?group_id=${id}`, permission: permissionOf(card, 'create') },
  }
  return (
    <div className={css.panel}>
      <h2 className={css.heading}>{t('of_group')}</h2>
      <RecordList
        entity={card}
        fixed={{ group_id: id }}
        without={['group_id']}
        embedded
        open={(row) => recordPath('card', row.id)}
        empty={{ text: t('none_of_group'), icon: 'card', ...(cards && { action: add }) }}
      />
    </div>
  )
}

/** A group of cards, and the cards in it. */
export function CardGroupPage({ id }: { id: number }) {
  const may = useMay()
  return (
    <EntityPage
      entity={cardGroup}
      id={id}
      panels={() => (may(permissionOf(card, 'list')) ? <CardsOf id={id} /> : null)}
    />
  )
}
