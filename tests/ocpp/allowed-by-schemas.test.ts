import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CallError } from '../../src/fleet/frame.ts'
import schemas16 from '../../src/server/ocpp/v16/schemas/ocpp1.6.json' with { type: 'json' }
import schemas21 from '../../src/server/ocpp/v21/schemas/ocpp2_1.json' with { type: 'json' }
import schemas201 from '../../src/server/ocpp/v201/schemas/ocpp2_0_1.json' with { type: 'json' }
import { makePile } from '../make.ts'
import { boot, NumberedRig } from './numbered-rig.ts'

/** Whatever the schemas allow is stored or refused for good: a pile that is told to send it again would do so for ever. */

const rig = new NumberedRig()

interface Schema {
  $id?: string
  $ref?: string
  enum?: unknown[]
  type?: string
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  definitions?: Record<string, Schema>
}

const WHOLE = [0, 1, 2, -1, 99, 102, 2_147_483_647, 2_147_483_648, -2_147_483_649, 1e15, 1e300]
const DECIMAL = [0, -1, 0.1, 123_456.789, 1e13, 1e308, -1e308, 1e-300]
const TEXT = ['', 'a', 'T1', 'T2', ' padded ', '\0', '\ud800', '名字', '{"a":1}', "'; --", '-1', 'x'.repeat(400)]
const TIME = ['2026-11-29T22:00:00Z', '2026-11-29T22:00:00.123+08:00', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z']

const within =
  ({ minimum = -Infinity, maximum = Infinity }: Schema) =>
  (number: number) =>
    Math.min(Math.max(number, minimum), maximum)

/** Values at the edges of what a schema allows. */
function edgesOf(schema: Schema, root: Schema): fc.Arbitrary<unknown> {
  const name = schema.$ref?.split('/').at(-1)
  if (name) return edgesOf(root.definitions?.[name] as Schema, root)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object': {
      const { customData: _, ...properties } = schema.properties ?? {}
      const fields = Object.entries(properties).map(([field, one]) => [field, edgesOf(one, root)] as const)
      return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] } as object)
    }
    case 'array': {
      const minLength = schema.minItems ?? 0
      const maxLength = Math.max(minLength, Math.min(schema.maxItems ?? 3, 3))
      return fc.array(edgesOf(schema.items as Schema, root), { minLength, maxLength })
    }
    case 'integer':
      return fc.constantFrom(...WHOLE).map(within(schema))
    case 'number':
      return fc.constantFrom(...DECIMAL).map(within(schema))
    case 'boolean':
      return fc.boolean()
    default:
      return schema.format === 'date-time'
        ? fc.constantFrom(...TIME)
        : fc.constantFrom(...TEXT).map((text) => text.slice(0, schema.maxLength))
  }
}

const REQUEST = /^(?:urn:)?(\w+?)(?:\.req|Request)$/
const requestsOf = (schemas: readonly unknown[]) =>
  (schemas as Schema[]).flatMap((schema) => {
    const action = REQUEST.exec(schema.$id ?? '')?.[1]
    return action
      ? [edgesOf(schema, schema).map((payload) => ({ action, payload: payload as Record<string, unknown> }))]
      : []
  })

test.each([
  ['ocpp1.6', schemas16],
  ['ocpp2.0.1', schemas201],
  ['ocpp2.1', schemas21],
])('in %s nothing is asked for again', async (version, schemas) => {
  const { station_number } = await makePile(rig.db, { connectors: 2 })
  const pile = await rig.connect(station_number, [version])
  if (version === 'ocpp1.6') await pile.call('BootNotification', { chargePointVendor: 'Volta', chargePointModel: 'V2' })
  else await boot(pile)
  await fc.assert(
    fc.asyncProperty(fc.oneof(...requestsOf(schemas)), async ({ action, payload }) => {
      const refusal = await pile.call(action, payload).then(
        () => null,
        (error: unknown) => error,
      )
      if (refusal === null) return
      expect(refusal).toBeInstanceOf(CallError)
      expect((refusal as CallError).code).not.toBe('InternalError')
    }),
    { numRuns: 800 },
  )
})

const timestamp = '2026-11-29T22:00:00Z'
const variable = (id: number) => ({
  component: { name: 'EVSE', evse: { id } },
  variable: { name: 'Power' },
  variableAttribute: [{ value: '1' }],
})
const FAR = 2_147_483_648

test.each([
  ['ocpp1.6', 'StartTransaction', { connectorId: 1, idTag: 'T1', meterStart: 0, timestamp, reservationId: FAR }],
  [
    ...['ocpp2.0.1', 'TransactionEvent'],
    {
      ...{
        eventType: 'Started',
        timestamp,
        triggerReason: 'RemoteStart',
        seqNo: 0,
        reservationId: FAR,
        evse: { id: 1 },
      },
      transactionInfo: { transactionId: 'T1', remoteStartId: 1e15 },
    },
  ],
] as [string, string, Record<string, unknown>][])(
  'in %s %s that names a reservation of nobody is stored',
  async (version, action, payload) => {
    const { id, station_number } = await makePile(rig.db)
    const pile = await rig.connect(station_number, [version])
    if (version !== 'ocpp1.6') await boot(pile)
    await pile.call(action, payload)
    const orders = await rig.db.selectFrom('orders').select('reservation_id').where('pile_id', '=', id).execute()
    expect(orders).toEqual([{ reservation_id: null }])
  },
)

test('of a report what stands at no place is left out, and the rest is kept', async () => {
  const { id, station_number } = await makePile(rig.db)
  const pile = await rig.connect(station_number, ['ocpp2.0.1'])
  await boot(pile)
  const reportData = [variable(FAR), variable(1), variable(-1)]
  await pile.call('NotifyReport', { requestId: 1, generatedAt: timestamp, seqNo: 0, reportData })
  const kept = await rig.db.selectFrom('pile_setting').select('evse').where('pile_id', '=', id).execute()
  expect(kept).toEqual([{ evse: 1 }])
})
