import { useTranslation } from 'react-i18next'
import { fieldsOf, isSortable } from '../../../../shared/kit/entity.ts'
import { useWords } from '../../i18n/use-words.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import type { ListProps } from '../types.ts'
import type { List } from '../use-list.ts'
import css from './cards.module.css'

/** What a phone sorts by: each field that can be, the moments both ways by their own words. */
export function SortMenu({ list, state }: { list: ListProps; state: List }) {
  const { t } = useTranslation('common')
  const words = useWords(list.entity)
  const { sort } = state.state
  const fields = fieldsOf(list.entity).filter(([name]) => isSortable(list.entity, name))
  if (fields.length === 0) return null
  const items = fields.flatMap(([name]) =>
    (['desc', 'asc'] as const).map((order) => ({
      key: `${name}.${order}`,
      label: `${words.label(name)} ${order === 'asc' ? '↑' : '↓'}`,
      checked: sort.prop === name && sort.order === order,
      onPress: () => state.change({ sort: { prop: name, order } }),
    })),
  )
  const current =
    sort.prop === 'id'
      ? t(sort.order === 'desc' ? 'list.newest' : 'list.oldest')
      : `${words.label(sort.prop)} ${sort.order === 'asc' ? '↑' : '↓'}`
  return (
    <MenuButton look="quiet" label={`${t('action.sort')}: ${current}`} items={items}>
      <small className={css.sort}>
        {current}
        <Icon name="down" size={13} />
      </small>
    </MenuButton>
  )
}
