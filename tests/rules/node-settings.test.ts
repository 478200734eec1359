import { expect, test } from 'vitest'
import { nodeSettings } from '../../src/cluster/node-settings.ts'

test('nodes of a cluster get the settings of whoever starts it, but for those that are each node’s own', () => {
  const said = { CAPTCHA: 'off', OCPP_AUTH: 'optional', LOG_LEVEL: 'info', NODE_EXTRA_CA_CERTS: '/ca.pem' }
  const own = { PORT: '80', DATA_DIR: '/x', DATABASE_URL: 'postgres://x', NODE_NAME: 'x', OCPP_TLS_PORT: '8443' }
  expect(nodeSettings({ ...said, ...own, UNSET: undefined })).toEqual(said)
})
