import { useTranslation } from 'react-i18next'
import { cardGroup } from '../../shared/entities/card-group.ts'
import { EntityList } from '../kit/records/entity-list.tsx'

/** The groups of cards. On a phone's card a number alone says nothing. */
export function CardGroupList() {
  const { t } = useTranslation('cards')
  return (
    <EntityList
      entity={cardGroup}
      cardCells={{ at_once: ({ at_once }) => at_once !== null && t('at_once', { count: at_once }) }}
    />
  )
}
