import { expect, test } from 'vitest'
import { SECRET_MASK, withoutSecret } from '../../src/server/ocpp/hidden.ts'

const kept = (settings: { key: string; value: string }[], hides?: ReadonlySet<string>) =>
  withoutSecret({ ask: 'configure_all', settings } as never, hides) as unknown as { settings: typeof settings }

test('of several settings that are changed at once a password is kept as little as of one', () => {
  const settings = [
    { key: 'HeartbeatInterval', value: '120' },
    { key: 'AuthorizationKey', value: 'sixteen-characters' },
  ]
  expect(kept(settings).settings).toEqual([settings[0], { key: 'AuthorizationKey', value: SECRET_MASK }])
  expect(withoutSecret({ ask: 'configure', ...settings[1] } as never)).toMatchObject({ value: SECRET_MASK })
})

test('nor is what a pile takes and tells nobody, however it writes the key', () => {
  const settings = [{ key: 'Vendor/Pin', value: '4711' }]
  expect(kept(settings, new Set(['vendor/pin'])).settings).toEqual([{ key: 'Vendor/Pin', value: SECRET_MASK }])
})
