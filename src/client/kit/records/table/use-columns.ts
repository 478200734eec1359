import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type ColumnSetting, tableInfo, tableSave } from '../../../../shared/endpoints/shell.ts'
import { arranged } from '../../../../shared/kit/columns.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/queries.ts'
import { toast } from '../../ui/toast.ts'
import { type Column, settingsOf } from './columns.ts'

export interface Columns {
  all: Column[]
  shown: Column[]
  /** Someone arranged them, and sees them as they were arranged. */
  arranged: boolean
  arrange: (columns: readonly Column[]) => Promise<void>
  reset: () => Promise<void>
}

interface Kept {
  /** Under which the server keeps them for this person. */
  name: string
  /** Those of the view that shows, until the person arranges them otherwise. */
  start: readonly ColumnSetting[] | null
}

/** A list's columns as this person arranged them; the server keeps them under the list's name. */
export function useColumns({ name, start }: Kept, own: readonly Column[]): Columns {
  const { t } = useTranslation('common')
  const client = useQueryClient()
  const info = useCall(tableInfo, { name }, { entities: [] })
  const settings = info.data?.columns ?? start ?? info.data?.for_all ?? null
  const all = useMemo(() => arranged(own, settings), [own, settings])
  const key = ['call', tableInfo.path, { name }]

  async function keep(columns: ColumnSetting[] | null, failed: string) {
    const before = client.getQueryData(key)
    client.setQueryData(key, { for_all: null, defaults: [], ...info.data, name, columns })
    try {
      await call(tableSave, { name, columns })
      toast(t('columns.saved'), { tone: 'success' })
    } catch {
      client.setQueryData(key, before)
      toast(t(failed), { tone: 'error' })
    }
  }

  return {
    all,
    arranged: settings !== null,
    shown: all.filter(({ hidden }) => !hidden),
    arrange: (columns) => keep(settingsOf(columns), 'columns.save_failed'),
    reset: () => keep(null, 'columns.reset_failed'),
  }
}
