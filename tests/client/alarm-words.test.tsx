import { expect, test } from 'vitest'
import { AlarmMessage } from '../../src/client/alarms/alarm-message.tsx'
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
