import { useTranslation } from 'react-i18next'
import { permissionOf } from '../../../shared/kit/entity.ts'
import { useEmptyWord } from '../i18n/use-empty-word.ts'
import { useWords } from '../i18n/use-words.ts'
import { useMay } from '../session/can.tsx'
import { Actions } from '../ui/actions.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'
import type { ListProps } from './types.ts'
import type { List } from './use-list.ts'

/** An empty list: nothing matches, or there is nothing yet and what to do next. */
export function EmptyList({ list, state }: { list: ListProps; state: List }) {
  const { t } = useTranslation('common')
  const words = useWords(list.entity)
  const next = useEmptyWord(list.entity)
  const may = useMay()
  const { keyword, filters } = state.state
  const calm = keyword ? null : list.emptyWith?.(filters)
  if (calm) return <Empty icon="check" text={calm} />
  if (keyword || Object.keys(filters).length > 0) {
    return (
      <Empty icon="search" text={t('list.none_match')}>
        <Button onClick={() => state.change({ keyword: '', filters: {} })}>{t('list.clear_filters')}</Button>
      </Empty>
    )
  }
  // Anyone who may add none is not told how.
  const invited = !list.entity.calls.create || may(permissionOf(list.entity, 'create'))
  const first = list.empty?.action ?? list.actions?.find(({ primary }) => primary)
  return (
    <Empty
      {...(list.empty?.icon && { icon: list.empty.icon })}
      text={list.empty?.text || (invited && next) || t('list.none_yet', { many: words.many })}
    >
      {first && (
        <span className="row">
          <Actions actions={[first]} inline />
        </span>
      )}
    </Empty>
  )
}
