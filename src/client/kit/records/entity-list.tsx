import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { inSlot } from '../../../shared/kit/columns.ts'
import { type Entity, permissionOf, type Row } from '../../../shared/kit/entity.ts'
import type { AnyRow } from '../fields/cell.tsx'
import { useWords } from '../i18n/use-words.ts'
import { useReadable } from '../session/can.tsx'
import { useHome } from '../session/homes.ts'
import type { Action } from '../ui/actions.tsx'
import { useBulkActions } from './bulk/use-bulk-actions.tsx'
import { InUseDialog, removeRecord } from './page/remove-record.tsx'
import { isArchived, restoreAction } from './page/restore.ts'
import { RecordList } from './record-list.tsx'
import type { RecordListProps } from './types.ts'

type Props<E extends Entity> = Omit<RecordListProps<E, Row<E>>, 'open'> & {
  /** Actions before edit and delete; the first of all is the link in the row. */
  rowActions?: (row: Row<E>) => readonly Action[]
  /** Whether the server refuses to delete it. */
  stays?: (row: Row<E>) => boolean
}

/** Edit and delete, behind what the feature adds; of an archived record, bringing it back. */
function useRowActions<E extends Entity>(
  entity: E,
  home: string,
  { more, stays }: { more: Props<E>['rowActions']; stays: Props<E>['stays'] },
) {
  const { t } = useTranslation('common')
  const { search } = useLocation()
  const edit = ({ id }: Row<E>): Action => ({
    key: 'edit',
    label: t('action.edit'),
    icon: 'edit',
    to: `${home}/edit/${id}${search}`,
    permission: permissionOf(entity, 'update'),
  })
  const remove = (row: Row<E>): Action => ({
    key: 'delete',
    label: t('action.delete'),
    icon: 'trash',
    danger: true,
    onPress: () => void removeRecord(entity, row as unknown as AnyRow),
    permission: permissionOf(entity, 'delete'),
  })
  return (row: Row<E>): Action[] => {
    if (isArchived(row)) return [restoreAction(entity, [row.id])]
    const { calls } = entity
    const gone = calls.remove && !stays?.(row) ? [remove(row)] : []
    return [...(more?.(row) ?? []), ...(calls.update ? [edit(row)] : []), ...gone]
  }
}

/** A plain entity's list: add, open, edit, delete, as far as the entity offers and the person may. */
export function EntityList<E extends Entity>({
  entity: whole,
  actions = [],
  rowActions,
  stays,
  bulk: own,
  ...more
}: Props<E>) {
  const entity = useReadable(whole)
  const { t } = useTranslation('common')
  const words = useWords(entity)
  const { search } = useLocation()
  const home = useHome(entity.name) ?? ''
  const { bulk, dialog } = useBulkActions(entity, own)
  const ofRow = useRowActions(entity, home, { more: rowActions, stays })
  const [badge] = inSlot(entity, 'badge').filter((name) => entity.fields[name]?.filter)
  const add: Action = {
    key: 'add',
    label: t('action.add_one', { one: words.one }),
    icon: 'plus',
    primary: true,
    to: `${home}/create${search}`,
    permission: permissionOf(entity, 'create'),
  }
  return (
    <>
      <RecordList<E, Row<E>>
        back="/me"
        {...(badge && { chips: badge })}
        {...more}
        entity={entity}
        actions={entity.calls.create ? [...actions, add] : actions}
        rowActions={ofRow}
        bulk={bulk}
        open={(row) => `${home}/${row.id}`}
      />
      <InUseDialog />
      {dialog}
    </>
  )
}
