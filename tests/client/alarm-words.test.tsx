import { expect, test } from 'vitest'
import { AlarmMessage } from '../../src/client/alarms/alarm-message.tsx'
import { overAt } from '../../src/client/alarms/alarm-words.ts'
import { speak, stage } from './stage.tsx'

const messageIn = async (language: 'en' | 'zh-CN', alarm: { code: string; message: string | null }) => {
  await speak(language)
  return stage(<AlarmMessage alarm={alarm} />)
}

test('a command without effect is named in the reader’s language', async () => {
  const alarm = { code: 'CommandWithoutEffect', message: 'unlock' }
  const english = await messageIn('en', alarm)
  await english.findByText('Unlock')
  english.unmount()
  await (await messageIn('zh-CN', alarm)).findByText('解锁')
})

test('what a pile says of a fault stays as it said it', async () => {
  const said = await messageIn('en', { code: 'GroundFailure', message: 'reset' })
  expect(said.container.textContent).toBe('reset')
  said.unmount()
  expect((await messageIn('en', { code: 'GroundFailure', message: null })).container.textContent).toBe('')
})

test.each([
  [null, null],
  ['2026-11-20T01:00:00Z', null],
  ['2026-11-20T01:00:05Z', '2026-11-20T01:00:05Z'],
])('what was cleared at %s was over at %s: one moment is not', (cleared_at, over) => {
  expect(overAt({ raised_at: '2026-11-20T01:00:00Z', cleared_at })).toBe(over)
})
