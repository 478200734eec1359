import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bulkFields } from '../../../../shared/kit/bulk.ts'
import { type Entity, permissionOf, type Row } from '../../../../shared/kit/entity.ts'
import type { AnyRow } from '../../fields/cell.tsx'
import type { Action } from '../../ui/actions.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { isArchived, restoreAction } from '../page/restore.ts'

const BulkEdit = lazyDialog(() => import('./bulk-edit.tsx').then((module) => ({ default: module.BulkEdit })))
const BulkRemove = lazyDialog(() => import('./bulk-remove.tsx').then((module) => ({ default: module.BulkRemove })))

interface Asked {
  what: 'edit' | 'remove'
  rows: readonly AnyRow[]
  done: () => void
}

type Bulk<E extends Entity> = (rows: readonly Row<E>[], done: () => void) => readonly Action[]

/** What can be done with several records of an entity: the feature's own, changing a field, deleting. */
export function useBulkActions<E extends Entity>(
  entity: E,
  more: Bulk<E> | undefined,
): { bulk: Bulk<E>; dialog: ReactNode } {
  const { t } = useTranslation('common')
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = (what: Asked['what'], rows: readonly Row<E>[], done: () => void) => () =>
    setAsked({ what, rows: rows as unknown as AnyRow[], done })
  const bulk: Bulk<E> = (rows, done) => {
    const archived = rows.filter(isArchived)
    if (archived.length > 0 && archived.length === rows.length)
      return [
        restoreAction(
          entity,
          rows.map(({ id }) => id),
          done,
        ),
      ]
    return inUse(rows, done)
  }
  const inUse: Bulk<E> = (rows, done) => [
    ...(more?.(rows, done) ?? []),
    ...(entity.calls.update && bulkFields(entity).length > 0
      ? [
          {
            key: 'bulk-edit',
            label: t('bulk.edit'),
            icon: 'edit' as const,
            onPress: ask('edit', rows, done),
            permission: permissionOf(entity, 'update'),
          },
        ]
      : []),
    ...(entity.calls.remove
      ? [
          {
            key: 'bulk-delete',
            label: t('action.delete'),
            icon: 'trash' as const,
            danger: true,
            onPress: ask('remove', rows, done),
            permission: permissionOf(entity, 'delete'),
          },
        ]
      : []),
  ]
  const Shown = asked?.what === 'edit' ? BulkEdit : BulkRemove
  const dialog = asked && <Shown entity={entity} rows={asked.rows} onDone={asked.done} onClose={() => setAsked(null)} />
  return { bulk, dialog }
}
