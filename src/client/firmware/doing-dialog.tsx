import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { firmware } from '../../shared/entities/firmware.ts'
import { draftOf } from '../kit/fields/draft.ts'
import { EntityForm } from '../kit/forms/entity-form.tsx'
import { PushDialog } from './push-dialog.tsx'
import type { Doing } from './use-firmware-actions.ts'

/** The dialog of what is being done with a task. */
export function DoingDialog({ doing: { what, task }, onClose }: { doing: Doing; onClose: () => void }) {
  const { t } = useTranslation('firmware')
  if (what === 'push') return <PushDialog task={task} onClose={onClose} />
  const said = draftOf(firmware, task as never)
  // When it began is over.
  const initial = { ...said, name: t('copy.name', { name: task.name }), download_at: null, install_at: null }
  return (
    // The form fetches words and inputs: the page behind it stays in view meanwhile.
    <Suspense fallback={null}>
      <EntityForm entity={firmware} row={null} initial={initial} onClose={onClose} />
    </Suspense>
  )
}
