import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelBatch, editBatch, exportBatch, resumeBatch } from '../../shared/endpoints/batches.ts'
import type { BatchTask } from '../../shared/entities/batch-task.ts'
import { call } from '../kit/api/call.ts'
import { doAndSay } from '../kit/api/do-and-say.ts'
import { useHome } from '../kit/session/homes.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'

const DIALOGS = { cancel: CancelDialog, edit: EditDialog, export: ExportDialog }
type Asked = { task: BatchTask; about: keyof typeof DIALOGS } | null

const resume = ({ id }: BatchTask) => doAndSay(() => call(resumeBatch, { id }), { changes: ['batch_task'] })

/** What can be done with a batch, on its row and on its page. */
export function useBatchActions() {
  const { t } = useTranslation('batches')
  const [piles, labels] = [useHome('pile'), useHome('label')]
  const [asked, setAsked] = useState<Asked>(null)

  function actionsOf(task: BatchTask): Action[] {
    const open = task.state === 'waiting' || task.state === 'running' || task.state === 'failed'
    const made = task.made > 0
    const all: (Action | false | null)[] = [
      made &&
        piles !== null && { key: 'piles', label: t('piles'), icon: 'plug', to: `${piles}?batch_task_id=${task.id}` },
      made && {
        key: 'export',
        label: t('export.short'),
        icon: 'download',
        permission: exportBatch.permission,
        onPress: () => setAsked({ task, about: 'export' }),
      },
      made && labels !== null && { key: 'labels', label: t('labels'), icon: 'print', to: `${labels}?batch=${task.id}` },
      !made &&
        (task.state === 'waiting' || task.state === 'failed') && {
          key: 'edit',
          label: t('edit.short'),
          icon: 'edit',
          permission: editBatch.permission,
          onPress: () => setAsked({ task, about: 'edit' }),
        },
      task.state === 'failed' && {
        key: 'resume',
        label: t('resume'),
        icon: 'refresh',
        permission: resumeBatch.permission,
        onPress: () => void resume(task),
      },
      open && {
        key: 'cancel',
        label: t('cancel.short'),
        icon: 'stop',
        danger: true,
        permission: cancelBatch.permission,
        onPress: () => setAsked({ task, about: 'cancel' }),
      },
    ]
    return all.filter((action): action is Action => Boolean(action))
  }

  const close = () => setAsked(null)
  const Dialog = asked && DIALOGS[asked.about]
  return { actionsOf, dialog: Dialog && <Dialog task={asked.task} onClose={close} /> }
}
