import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { inSlot } from '../../../shared/kit/columns.ts'
import { type Entity, permissionOf, type Row } from '../../../shared/kit/entity.ts'
import type { AnyRow } from '../fields/cell.tsx'
import { useWords } from '../i18n/use-words.ts'
import { useHome } from '../session/homes.ts'
import type { Action } from '../ui/actions.tsx'
import { RecordList } from './record-list.tsx'
import { InUseDialog, removeRecord } from './remove-record.tsx'
import { isArchived, restoreAction } from './restore.ts'
import type { RecordListProps } from './types.ts'
import { useBulkActions } from './use-bulk-actions.tsx'

type Props<E extends Entity> = Omit<RecordListProps<E, Row<E>>, 'open'> & {
  /** Actions before edit and delete; the first of all is the link in the row. */
  rowActions?: (row: Row<E>) => readonly Action[]
}

/** A plain entity's list: add, open, edit, delete, as far as the entity offers and the person may. */
export function EntityList<E extends Entity>({ entity, actions = [], rowActions, bulk: own, ...more }: Props<E>) {
  const { t } = useTranslation('common')
  const words = useWords(entity)
  const { search } = useLocation()
  const home = useHome(entity.name) ?? ''
  const { bulk, dialog } = useBulkActions(entity, own)
  const [badge] = inSlot(entity, 'badge').filter((name) => entity.fields[name]?.filter)
  const add: Action[] = entity.calls.create
    ? [
        {
          key: 'add',
          label: t('action.add_one', { one: words.one }),
          icon: 'plus',
          primary: true,
          to: `${home}/create${search}`,
          permission: permissionOf(entity, 'create'),
        },
      ]
    : []
  const ofRow = (row: Row<E>): Action[] => (isArchived(row) ? [restoreAction(entity, [row.id])] : ofRowInUse(row))
  const ofRowInUse = (row: Row<E>): Action[] => [
    ...(rowActions?.(row) ?? []),
    ...(entity.calls.update
      ? [
          {
            key: 'edit',
            label: t('action.edit'),
            icon: 'edit' as const,
            to: `${home}/edit/${row.id}${search}`,
            permission: permissionOf(entity, 'update'),
          },
        ]
      : []),
    ...(entity.calls.remove
      ? [
          {
            key: 'delete',
            label: t('action.delete'),
            icon: 'trash' as const,
            danger: true,
            onPress: () => void removeRecord(entity, row as unknown as AnyRow),
            permission: permissionOf(entity, 'delete'),
          },
        ]
      : []),
  ]
  return (
    <>
      <RecordList<E, Row<E>>
        back="/me"
        {...(badge && { chips: badge })}
        {...more}
        entity={entity}
        actions={[...actions, ...add]}
        rowActions={ofRow}
        bulk={bulk}
        open={(row) => `${home}/${row.id}`}
      />
      <InUseDialog />
      {dialog}
    </>
  )
}
