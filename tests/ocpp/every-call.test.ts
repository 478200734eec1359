import { describe, expect, test } from 'vitest'
import { CallError, type Payload } from '../../src/fleet/frame.ts'
import schemas from '../../src/server/ocpp/v16/schemas/ocpp1.6.json' with { type: 'json' }
import { schemas16 } from '../../src/server/ocpp/v16/schemas.ts'
import { GatewayRig } from './gateway-rig.ts'

const rig = new GatewayRig()

interface Schema {
  $id?: string
  type?: string
  enum?: string[]
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}

/** What a pile may call (OCPP 1.6, 4; security whitepaper, 4). */
const OURS = [
  ...['Authorize', 'BootNotification', 'DataTransfer', 'DiagnosticsStatusNotification', 'FirmwareStatusNotification'],
  ...['Heartbeat', 'LogStatusNotification', 'MeterValues', 'SecurityEventNotification', 'SignCertificate'],
  ...['SignedFirmwareStatusNotification', 'StartTransaction', 'StatusNotification', 'StopTransaction'],
]
const schemaOf = (action: string) => (schemas as Schema[]).find(({ $id }) => $id === `${action}.req`) as Schema
const theirs = (schemas as Schema[])
  .flatMap(({ $id }) => ($id?.endsWith('.req') ? [$id.slice(0, -'.req'.length)] : []))
  .filter((action) => !OURS.includes(action))

/** A payload of this schema: with all its fields, or with those that must be there. */
function sample(schema: Schema, whole: boolean): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'array') return [sample(schema.items ?? {}, whole)]
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'boolean') return true
  if (schema.type !== 'object') return schema.format === 'date-time' ? new Date().toISOString() : '1'
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => whole || schema.required?.includes(name))
  return Object.fromEntries(fields.map(([name, field]) => [name, sample(field, whole)]))
}

const payloadOf = (action: string, whole = false) => sample(schemaOf(action), whole) as Payload
const required = OURS.flatMap((action) => (schemaOf(action).required ?? []).map((field) => [action, field] as const))

async function errorOf(action: string, payload: Payload): Promise<string> {
  const { pile } = await rig.pile()
  const error = await pile.call(action, payload).catch((thrown) => thrown)
  // One call that is refused ends nothing.
  expect(await pile.call('Heartbeat')).toEqual({ currentTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) })
  expect(error).toBeInstanceOf(CallError)
  return (error as CallError).code
}

describe.each(OURS)('%s', (action) => {
  test.each([
    ['with what it must say', false],
    ['with all that it may say', true],
  ])('%s is answered word by word as the standard says', async (_, whole) => {
    const { pile } = await rig.pile()
    expect(schemas16.deviations(action, 'conf', await pile.call(action, payloadOf(action, whole)))).toEqual([])
  })
})

test.each(required)('%s without its %s is refused', async (action, field) => {
  const { [field]: _, ...rest } = payloadOf(action)
  expect(await errorOf(action, rest)).toBe('OccurenceConstraintViolation')
})

test.each(required)('%s with a list for its %s is refused', async (action, field) => {
  const wrong = Array.isArray(payloadOf(action)[field]) ? {} : [[]]
  expect(await errorOf(action, { ...payloadOf(action), [field]: wrong })).toBe('TypeConstraintViolation')
})

test.each(theirs)('%s is ours to call and no pile’s', async (action) => {
  expect(await errorOf(action, {})).toBe('NotSupported')
})
