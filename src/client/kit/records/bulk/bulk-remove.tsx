import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity } from '../../../../shared/kit/entity.ts'
import type { RefusedRecord } from '../../../../shared/kit/uses.ts'
import { asFailure, type Failure } from '../../api/failure.ts'
import { newKey } from '../../api/idempotency.ts'
import { invalidate } from '../../api/queries.ts'
import { removeMany } from '../../api/records.ts'
import type { AnyRow } from '../../fields/cell.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { recordTitle } from '../page/record-title.ts'
import { sayDeleted } from '../page/restore.ts'
import { useUseText } from '../page/uses.tsx'
import { type Refused, RefusedList } from './refused-list.tsx'

interface Props {
  entity: Entity
  rows: readonly AnyRow[]
  onDone: () => void
  onClose: () => void
}

/** As many as one takes in at a glance. */
const NAMED = 5

/** Which of them are still used, by what. */
function useReasons() {
  const textOf = useUseText()
  return ({ data }: Failure): Refused[] =>
    ((data as { refused?: RefusedRecord[] } | null)?.refused ?? []).map(({ id, title, uses }) => ({
      id,
      title,
      reason: uses.map(textOf).join('; '),
    }))
}

function useRemoving({ entity, rows, onDone, onClose }: Props) {
  const reasons = useReasons()
  const [key, setKey] = useState(newKey)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<{ message: string; refused: Refused[] } | null>(null)

  async function remove() {
    setBusy(true)
    try {
      const ids = rows.map(({ id }) => id)
      const { archived } = await removeMany(entity, ids, key)
      sayDeleted(entity, archived)
      void invalidate(entity.name)
      onDone()
      onClose()
    } catch (error) {
      const failure = asFailure(error)
      if (failure.kind !== 'silent') setKey(newKey())
      setFailed({ message: failure.message, refused: reasons(failure) })
    } finally {
      setBusy(false)
    }
  }
  return { remove, busy, failed }
}

/** Deletes several records after asking, all or none; what is still in use says by what. */
export function BulkRemove(props: Props) {
  const { entity, rows, onClose } = props
  const { t } = useTranslation('common')
  const words = useWords(entity)
  const format = useFormat()
  const { remove, busy, failed } = useRemoving(props)
  const titles = rows.slice(0, NAMED).map((row) => recordTitle(entity, row) ?? String(row.id))
  const what = t('bulk.what', { count: rows.length, many: words.many })
  const foot = failed ? (
    <Button onClick={onClose}>{t('action.close')}</Button>
  ) : (
    <>
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      <Button look="primary" danger busy={busy} onClick={() => void remove()}>
        {t('bulk.remove', { count: rows.length })}
      </Button>
    </>
  )
  return (
    <Dialog small title={t('remove.title')} onClose={onClose} foot={foot}>
      {failed ? (
        <>
          <p role="alert">{failed.message}</p>
          <RefusedList refused={failed.refused} />
        </>
      ) : (
        <>
          <p>{t(entity.archives ? 'bulk.archive_text' : 'remove.text', { title: what })}</p>
          <p className="caption">
            {format.list(titles)}
            {rows.length > NAMED && ' …'}
          </p>
        </>
      )}
    </Dialog>
  )
}
