import { type RunMore, runMore, type TaskMore, taskMore } from '../../shared/endpoints/tasks.ts'
import type { Task as TaskRow, task } from '../../shared/entities/task.ts'
import type { TaskRun, taskRun } from '../../shared/entities/task-run.ts'
import type { Language } from '../../shared/kit/languages.ts'
import type { Context } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { say } from '../kit/words.ts'
import { cronWords, nextAfter } from './cron.ts'
import { sayOutput, type TaskOutput } from './task-output.ts'
import type { Tasks } from './tasks.ts'

export const taskExtension = (tasks: Tasks): Extension<typeof task> => ({
  row: taskMore,
  async extend(rows, { db, language }) {
    const ids = rows.map(({ id }) => id)
    const open = await db
      .selectFrom('task_run')
      .select(['id', 'task_id', 'progress', 'asked_by', 'cancel_by'])
      .where('state', 'in', ['waiting', 'running'])
      .where('task_id', 'in', ids)
      .execute()
    return rows.map((row): TaskRow & TaskMore => {
      const running = open.find(({ task_id }) => task_id === row.id)
      const { task_id: _, ...shown } = running ?? { task_id: 0 }
      return {
        ...row,
        title: say(language, { key: `tasks:names.${row.name}` }),
        about: say(language, { key: `tasks:about.${row.name}` }),
        when: cronWords(row.cron, language),
        cancels: tasks.named(row.name)?.cancels ?? false,
        open: running ? (shown as TaskMore['open']) : null,
      }
    })
  },
  async check(record, { db }, before) {
    const next_at = nextAfter(record, new Date())
    if (!before) return
    const planned = record.enabled ? next_at : null
    await db.updateTable('task').set({ next_at: planned }).where('id', '=', before.id).execute()
  },
})

export const taskRunExtension: Extension<typeof taskRun> = {
  row: runMore,
  async extend(rows, { db, language }: Context) {
    const ids = rows.map(({ id }) => id)
    const said = await db.selectFrom('task_run').select(['id', 'said']).where('id', 'in', ids).execute()
    return rows.map((row): TaskRun & RunMore => {
      const found = said.find(({ id }) => id === row.id)?.said as TaskOutput | null | undefined
      return { ...row, ...titled(row, language), output: found ? sayOutput(language, found) : null }
    })
  },
}

/** The task by what people call it, in a sheet as on the screen. */
const titled = ({ task }: TaskRun, language: Language): Pick<TaskRun, 'task'> => ({
  task: task && { ...task, title: say(language, { key: `tasks:names.${task.title}` }) },
})
