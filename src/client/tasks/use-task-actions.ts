import { useTranslation } from 'react-i18next'
import { cancelRun, runTask, type TaskMore } from '../../shared/endpoints/tasks.ts'
import { type Task, task as taskEntity } from '../../shared/entities/task.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { call } from '../kit/api/call.ts'
import { doAndSay } from '../kit/api/do-and-say.ts'
import { update } from '../kit/api/records.ts'
import type { Action } from '../kit/ui/actions.tsx'

export type ShownTask = Task & TaskMore

const doing = (work: () => Promise<unknown>, done: string) => doAndSay(work, { done, changes: ['task', 'task_run'] })

/** What can be done with a task, on its row and on its page. */
export function useTaskActions() {
  const { t } = useTranslation('tasks')
  return (task: ShownTask): Action[] => {
    const { id, version, enabled, open, cancels, state } = task
    const stoppable = open && !open.cancel_by && (cancels || state === 'waiting')
    const all: (Action | null | false)[] = [
      !open && {
        key: 'run',
        label: t('run_now'),
        icon: 'bolt',
        permission: runTask.permission,
        onPress: () => void doing(() => call(runTask, { id }), t('begun')),
      },
      stoppable && {
        key: 'stop',
        label: t('stop'),
        icon: 'stop',
        danger: true,
        permission: cancelRun.permission,
        onPress: () => void doing(() => call(cancelRun, { id }), t('cancelling')),
      },
      {
        key: 'pause',
        label: t(enabled ? 'pause' : 'go_on'),
        icon: enabled ? 'minus' : 'refresh',
        permission: permissionOf(taskEntity, 'update'),
        onPress: () =>
          void doing(
            () => update(taskEntity, { id, version, enabled: !enabled }),
            t(enabled ? 'paused_done' : 'resumed_done'),
          ),
      },
    ]
    return all.filter((action): action is Action => Boolean(action))
  }
}
