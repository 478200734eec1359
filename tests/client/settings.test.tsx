import { screen as shown } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { EntityForm } from '../../src/client/kit/forms/entity-form.tsx'
import { settingExtras } from '../../src/client/settings/extras.ts'
import { setting } from '../../src/shared/entities/setting.ts'
import { serve, signIn, speak, stage } from './stage.tsx'

afterEach(() => vi.unstubAllGlobals())
beforeAll(() => speak('zh-CN'))

const row = {
  ...{ id: 1, version: 1, created_at: '2026-11-01T08:00:00.000Z', updated_at: '2026-11-01T08:00:00.000Z' },
  ...{ product_name: 'Chargedeck', second_person_cents: 200_000, tie_days: 30, session_hours: 12, log_days: 400 },
}

test.each([
  ['who may do everything', ['*'], true],
  ['who may change settings alone', ['setting.list', 'setting.update'], false],
])('the form asks %s where four eyes begin: %s', (_, permissions, asks) => {
  signIn(permissions as string[])
  serve(() => undefined)
  stage(<EntityForm entity={setting} row={row as never} onClose={() => {}} {...settingExtras} />)
  expect(shown.getByLabelText(/^操作日志和错误日志保留/)).toBeTruthy()
  expect(shown.getByLabelText('最长登录时长（小时）')).toBeTruthy()
  expect(shown.queryByLabelText(/超过此金额须复核/) !== null).toBe(asks)
  expect(shown.queryByLabelText(/视为同一人的期限/) !== null).toBe(asks)
})
