import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useAlarmWords } from '../../src/client/alarms/alarm-words.ts'
import { speak } from './stage.tsx'

const messageOf = async (language: 'en' | 'zh-CN', alarm: { code: string; message: string | null }) => {
  await speak(language)
  return renderHook(() => useAlarmWords()).result.current.message(alarm)
}

test('a command without effect is named in the reader’s language', async () => {
  const alarm = { code: 'CommandWithoutEffect', message: 'unlock' }
  expect(await messageOf('en', alarm)).toBe('Unlock')
  expect(await messageOf('zh-CN', alarm)).toBe('解锁')
})

test('what a pile says of a fault stays as it said it', async () => {
  expect(await messageOf('en', { code: 'GroundFailure', message: 'reset' })).toBe('reset')
  expect(await messageOf('en', { code: 'GroundFailure', message: null })).toBeNull()
})
