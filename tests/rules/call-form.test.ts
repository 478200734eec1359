import { expect, test } from 'vitest'
import { formOf } from '../../src/server/ocpp/every-version/call-form.ts'
import { examples } from '../../src/server/ocpp/v16/examples.ts'
import { schemas16 } from '../../src/server/ocpp/v16/schemas.ts'
import { beginningOf, type FormNode, flawsOfCall } from '../../src/shared/domain/call-form.ts'

const form = (action: string) => formOf(schemas16, action) ?? expect.fail(action)
const flaws = (action: string, payload: object) =>
  flawsOfCall(form(action), payload).map(({ path, problem }) => `${path} ${problem}`)

const PROFILE = {
  ...{ chargingProfileId: 1, stackLevel: 0, chargingProfilePurpose: 'TxDefaultProfile' },
  ...{ chargingProfileKind: 'Absolute' },
  chargingSchedule: { chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, limit: 5000.5 }] },
}

test.each(Object.keys(examples))(
  '%s has a form, and what it begins with has no other flaw than what is missing',
  (action) => {
    const node = form(action)
    expect(node.kind).toBe('object')
    for (const { problem } of flawsOfCall(node, beginningOf(node))) expect(problem).toMatch(/required|too_few/)
  },
)

test.each<[string, object, string[]]>([
  ['GetConfiguration', {}, []],
  ['Reset', {}, ['/type required']],
  ['Reset', { type: 'Gentle' }, ['/type not_a_choice']],
  ['ChangeConfiguration', { key: 'MeterValueSampleInterval', value: '' }, ['/value required']],
  ['DataTransfer', { vendorId: '', data: '' }, ['/vendorId required']],
  ['RemoteStartTransaction', { idTag: 'A'.repeat(21) }, ['/idTag too_long']],
  ['UnlockConnector', { connectorId: 1.5 }, ['/connectorId whole_number']],
  ['UnlockConnector', { connectorId: 'one' }, ['/connectorId whole_number']],
  ['SetChargingProfile', { connectorId: 1, csChargingProfiles: PROFILE }, []],
  [
    'SetChargingProfile',
    {
      connectorId: 1,
      csChargingProfiles: {
        ...PROFILE,
        validFrom: 'tomorrow',
        chargingSchedule: { chargingRateUnit: 'V', chargingSchedulePeriod: [{ startPeriod: 0 }] },
      },
    },
    [
      '/csChargingProfiles/chargingSchedule/chargingRateUnit not_a_choice',
      '/csChargingProfiles/chargingSchedule/chargingSchedulePeriod/0/limit required',
      '/csChargingProfiles/validFrom not_a_time',
    ],
  ],
  ['GetLog', { logType: 'SecurityLog', requestId: 1, log: {} }, ['/log/remoteLocation required']],
])('%s %j is wrong in %j', (action, payload, expected) => {
  expect(flaws(action, payload).sort()).toEqual([...expected].sort())
})

test('what is needed stands before what may be left out', () => {
  const node = form('SetChargingProfile') as FormNode & { kind: 'object' }
  const profile = node.fields.find(({ name }) => name === 'csChargingProfiles')?.node as FormNode & { kind: 'object' }
  const needed = profile.fields.map(({ required }) => required)
  expect(needed.indexOf(false)).toBeGreaterThan(needed.lastIndexOf(true))
})

test('what the form takes, the schema takes', () => {
  expect(schemas16.deviations('SetChargingProfile', 'req', { connectorId: 1, csChargingProfiles: PROFILE })).toEqual([])
})

test('an action that there is not has none', () => {
  expect(formOf(schemas16, 'Dance')).toBeNull()
})
