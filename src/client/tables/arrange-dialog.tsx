import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ColumnSetting, tableDefault, tableInfo, tableList } from '../../shared/endpoints/shell.ts'
import { arranged } from '../../shared/kit/columns.ts'
import type { Entity } from '../../shared/kit/entity.ts'
import { call } from '../kit/api/call.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { ColumnItems } from '../kit/records/table/column-panel.tsx'
import { type Column, ownColumns, settingsOf } from '../kit/records/table/columns.ts'
import { useReadable } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { toast } from '../kit/ui/toast.ts'

interface Props {
  entity: Entity
  /** As they are now; null where nobody set any. */
  forAll: readonly ColumnSetting[] | null
  onClose: () => void
}

/** Arranges a list's columns for everybody. Kept when it is saved: others see it from their next look at the list on. */
export function ArrangeDialog({ entity: whole, forAll, onClose }: Props) {
  const entity = useReadable(whole)
  const { t } = useTranslation('tables')
  const words = useWords(entity)
  const client = useQueryClient()
  const own = useMemo(() => ownColumns({ entity, label: words.label, extra: [], without: [] }), [entity, words])
  const [all, setAll] = useState<readonly Column[]>(() => arranged(own, forAll))
  const [busy, setBusy] = useState(false)

  async function keep(columns: ColumnSetting[] | null) {
    setBusy(true)
    try {
      await call(tableDefault, { name: entity.name, columns })
      for (const { path } of [tableList, tableInfo]) await client.invalidateQueries({ queryKey: ['call', path] })
      toast(t('common:columns.saved'), { tone: 'success' })
      onClose()
    } catch {
      toast(t(columns ? 'common:columns.save_failed' : 'common:columns.reset_failed'), { tone: 'error' })
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={t('arrange_list', { list: words.many })}
      onClose={onClose}
      foot={
        <>
          {forAll && (
            <Button disabled={busy} onClick={() => void keep(null)}>
              {t('common:columns.reset')}
            </Button>
          )}
          <Button look="primary" busy={busy} onClick={() => void keep(settingsOf(all))}>
            {t('common:action.save')}
          </Button>
        </>
      }
    >
      <ColumnItems columns={{ all: [...all], arrange: async (columns) => setAll(columns) }} />
    </Dialog>
  )
}
