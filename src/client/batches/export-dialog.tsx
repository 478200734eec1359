import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportBatch } from '../../shared/endpoints/batches.ts'
import type { BatchTask } from '../../shared/entities/batch-task.ts'
import type { Body } from '../../shared/kit/endpoint.ts'
import { asFailure } from '../kit/api/failure.ts'
import { invalidate } from '../kit/api/queries.ts'
import { useMay } from '../kit/session/can.tsx'
import { fetchAndSave } from '../kit/sheets/save-file.ts'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Checkbox } from '../kit/ui/input.tsx'
import { Banner } from '../kit/ui/states.tsx'
import { toast } from '../kit/ui/toast.ts'
import css from './batches.module.css'

/** Ten thousand codes take the server some seconds, and others may be before us. */
const PATIENCE_MS = 120_000

/** Saves a batch's workbook, on request with fresh passwords: this is the one place where those can be read. */
export function ExportDialog({ task, onClose }: { task: BatchTask; onClose: () => void }) {
  const { t } = useTranslation(['batches', 'common'])
  const may = useMay()
  const [passwords, setPasswords] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')

  async function download() {
    setBusy(true)
    setError('')
    try {
      const body: Body<typeof exportBatch> = { id: task.id, passwords }
      await fetchAndSave({ ...exportBatch, body, signal: AbortSignal.timeout(PATIENCE_MS) })
      toast(t('export.done'), { tone: 'success' })
      if (passwords) void invalidate('pile')
      onClose()
    } catch (failed) {
      setError(asFailure(failed).message)
      setBusy(false)
    }
  }

  const foot = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      <Button look="primary" icon="download" busy={busy} onClick={download}>
        {t('export.save')}
      </Button>
    </>
  )
  return (
    <Dialog small title={t('export.title', { number: task.number })} onClose={onClose} foot={foot}>
      <div className={css.text}>
        <p>{t('export.text', { count: task.made })}</p>
        {may('pile.update') && (
          <Checkbox
            label={t('export.passwords')}
            checked={passwords}
            onChange={(event) => setPasswords(event.target.checked)}
          />
        )}
        {passwords && (
          <Banner tone="waiting" icon="warning">
            {t('export.passwords_warning')}
          </Banner>
        )}
        {error && (
          <Banner tone="faulted" icon="warning">
            {error}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
