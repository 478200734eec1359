import { screen as shown } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { type AnyRow, Cell } from '../../../src/client/kit/fields/cell.tsx'
import { alarmRule } from '../../../src/shared/entities/alarm-rule.ts'
import { faultCode } from '../../../src/shared/entities/fault-code.ts'
import { speak, stage } from '../stage.tsx'

beforeAll(() => speak())

const cell = (entity: typeof alarmRule | typeof faultCode, name: string, value: unknown) =>
  stage(<Cell entity={entity} name={name} row={{ id: 1, [name]: value } as unknown as AnyRow} whole />)

test('a field that means something where it is left empty says so', async () => {
  cell(alarmRule, 'site_ids', null)
  await shown.findByText('All sites')
  cell(alarmRule, 'pile_type_ids', [])
  await shown.findByText('All pile types')
  cell(faultCode, 'pile_type_id', null)
  expect(await shown.findAllByText('All pile types')).toHaveLength(2)
})

test('any other is empty', async () => {
  cell(alarmRule, 'vendor_codes', null)
  await shown.findByText('—')
})
