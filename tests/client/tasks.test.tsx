import { screen as shown } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { EntityForm } from '../../src/client/kit/forms/entity-form.tsx'
import { taskExtras } from '../../src/client/tasks/extras.ts'
import { useTaskCells } from '../../src/client/tasks/task-cells.tsx'
import type { ShownTask } from '../../src/client/tasks/use-task-actions.ts'
import { task } from '../../src/shared/entities/task.ts'
import { serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  serve(() => undefined)
})
afterEach(() => vi.unstubAllGlobals())

const backup = {
  ...{ id: 3, version: 1, created_at: '', updated_at: '', name: 'backup', title: 'Backup', about: '', when: '' },
  ...{ enabled: true, cron: '30 3 * * *', time_zone: 'Asia/Shanghai', state: 'done', duration_ms: 900 },
  ...{ next_at: '2026-11-22T19:30:00Z', last_at: '2026-11-21T19:30:00Z', cancels: true, open: null },
} as ShownTask

test('the form of a task calls it what people do', async () => {
  const { Page: _, List: __, ...parts } = taskExtras
  stage(<EntityForm entity={task} row={backup as never} {...parts} onClose={() => {}} />)
  expect(await shown.findByText('Edit task: Backup')).toBeDefined()
})

const Times = () => {
  const { next_at, last_at } = useTaskCells()
  return (
    <p>
      {next_at?.(backup)} | {last_at?.(backup)}
    </p>
  )
}

test.each([
  ['wide', /^(?!Next).* \| (?!Last)/],
  ['phone', /^Next .* \| Last /],
] as const)('of its moments a card says which is which, a table has headings: %s', (screen, expected) => {
  const { container } = stage(<Times />, { screen })
  expect(container.querySelector('p')?.textContent).toMatch(expected)
})
