import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { CaseHistory } from '../../src/client/alarms/case-history.tsx'
import { DecisionTrouble } from '../../src/client/alarms/decision-trouble.tsx'
import type { AlarmDecision } from '../../src/client/alarms/decisions.ts'
import { signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())

const AT = '2026-11-29T08:00:00.000Z'

const refused = (body: object) =>
  ({
    ...{ key: 'k', user_id: 3, subject: 'alarm:5', label: 'Ground failure · CD-9', path: '/alarm', decided_at: AT },
    ...{ state: 'conflict', message: 'Li Na is on the way already.', answer: null, body: { id: 5, ...body } },
  }) as unknown as AlarmDecision

test.each([
  ['On my way', { act: 'on_my_way' }],
  ['Taken', { act: 'assign', assignee_id: 3 }],
  ['Handed over', { act: 'assign', assignee_id: 4 }],
  ['Processed', { status: 'processed' }],
])('an answer that was not taken is named: %s', (said, body) => {
  signIn()
  stage(<DecisionTrouble decision={refused(body)} />)
  const text = screen.getByRole('listitem').textContent
  expect(text).toContain('Li Na is on the way already.')
  expect(text).toContain(`Your “${said}” was not taken.`)
})

test('in the history, what came too late stands below what was done', () => {
  const entry = {
    ...{ id: 1, kind: 'on_my_way', by: 'Chen', own: true, taken: false, text: null, until: null },
    ...{ said_at: AT, received_at: null, phone_at: null, assignee_name: null },
  }
  stage(<CaseHistory view={{ entries: [entry], occurrences: [], tellings: [] } as never} />)
  const done = screen.getByText('You set out')
  const late = screen.getByText(/Another had been faster/)
  expect(done.closest('p, div')).not.toBe(late.closest('p, div'))
})
