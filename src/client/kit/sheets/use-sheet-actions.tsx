import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Entity, permissionOf } from '../../../shared/kit/entity.ts'
import type { SheetFormat } from '../../../shared/kit/sheets.ts'
import { pressedFor } from '../api/parts.ts'
import type { Query } from '../api/records.ts'
import { useWords } from '../i18n/use-words.ts'
import type { Action } from '../ui/actions.tsx'
import { lazyDialog } from '../ui/lazy-part.tsx'

const ImportDialog = lazyDialog(() =>
  import('./import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
)

interface Listed {
  entity: Entity
  query: Query
  /** The fields that show, in order; on a phone the person's own arrangement counts. */
  columns?: readonly string[]
  /** Fields that show within another one's cell: a file has a column for each. */
  beside?: readonly string[]
  /** Under which that is kept. */
  list: string
  /** One of several lists on a page only shows. */
  embedded: boolean
}

/** A list as a file, and records from one, as far as the entity offers it and the person may. */
export function useSheetActions({ entity, embedded, columns, beside = [], ...listed }: Listed): {
  actions: Action[]
  dialog: ReactNode
} {
  const { t } = useTranslation('common')
  const words = useWords(entity)
  const [importing, setImporting] = useState(false)
  const start = async (format: SheetFormat) => {
    const part = await pressedFor(t(`sheets.export_${format}`), () => import('./run-export.ts'))
    const all = columns && [...columns, ...(embedded ? [] : beside)]
    void part?.runExport({ entity, format, ...listed, ...(all && { columns: all }) })
  }
  const into = (format: SheetFormat): Action => ({
    key: `export.${format}`,
    label: t(`sheets.export_${format}`),
    icon: 'download',
    onPress: () => void start(format),
    permission: permissionOf(entity, 'export'),
  })
  const from: Action = {
    key: 'import',
    label: t('sheets.import', { many: words.many }),
    icon: 'upload',
    onPress: () => setImporting(true),
    permission: permissionOf(entity, 'import'),
  }
  return {
    actions: [
      ...(entity.calls.export ? [into('xlsx'), into('csv')] : []),
      ...(entity.calls.import && !embedded ? [from] : []),
    ],
    dialog: importing && <ImportDialog entity={entity} onClose={() => setImporting(false)} />,
  }
}
