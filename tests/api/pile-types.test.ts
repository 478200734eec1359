import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePile, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const at = '/system/device-type'
const plate = (given = {}) => ({
  name: `Type ${next()}`,
  model: 'CD-D120',
  device_name: 'Fast pile',
  guns: 2,
  current_mode: 'dc',
  rated_power_w: 120_000,
  voltage_min_v: 200,
  voltage_max_v: 750,
  rated_current_a: 250,
  networking: 'business',
  speed: 'fast',
  remark: 'By the north gate',
  ...given,
})
const create = async (given = {}) => (await server.call(`${at}/create`, plate(given))).data

describe('a pile type', () => {
  test('keeps every field of its plate', async () => {
    const { id } = await create()
    const { data } = await server.call(`${at}/view`, { id })
    const { name: _, ...expected } = plate()
    expect(data).toMatchObject({ ...expected, power_doubt: null })
  })

  test.each([
    ['a highest voltage below the lowest', { voltage_min_v: 400, voltage_max_v: 380 }, 'voltage_max_v'],
    ['no gun', { guns: 0 }, 'guns'],
    ['neither current', { current_mode: 'three' }, 'current_mode'],
    ['another network', { networking: 'wifi' }, 'networking'],
    ['another speed', { speed: 'medium' }, 'speed'],
    ['half a volt', { voltage_min_v: 220.5 }, 'voltage_min_v'],
    ['no power', { rated_power_w: null }, 'rated_power_w'],
  ])('with %s is refused at its field', async (_, wrong, field) => {
    const { code, data } = await server.call(`${at}/create`, plate(wrong))
    expect(code).toBe(422)
    expect(data.errors).toHaveProperty(field)
  })

  test('may have one voltage alone, and the same one twice', async () => {
    for (const given of [{ voltage_min_v: null }, { voltage_max_v: null }, { voltage_min_v: 750 }])
      expect((await server.call(`${at}/create`, plate(given))).code).toBe(200)
  })

  test('is refused a lowest voltage above the highest that it has', async () => {
    const { id } = await create()
    const { code, data } = await server.call(`${at}/update`, { id, voltage_min_v: 800 })
    expect([code, Object.keys(data.errors)]).toEqual([422, ['voltage_max_v']])
  })
})

test('a power that voltage and current do not give is taken, and questioned in the answer, the list and the record', async () => {
  const doubt = { kind: 'power_too_high', from_w: 50_000, to_w: 375_000 }
  const made = await create({ rated_power_w: 1_200_000 })
  expect(made.power_doubt).toEqual(doubt)
  const { id, name } = made
  expect((await server.call(`${at}/index`, { keyword: name })).data.rows).toMatchObject([{ id, power_doubt: doubt }])
  expect((await server.call(`${at}/view`, { id })).data.power_doubt).toEqual(doubt)
  const mended = await server.call(`${at}/update`, { id, rated_power_w: 120_000 })
  expect(mended.data.power_doubt).toBeNull()
})

test('a new pile starts with the guns of its type', async () => {
  const { id: pile_type_id } = await create({ guns: 3 })
  const { data } = await server.call('/system/device/create', { station_number: `CD-GUNS-${next()}`, pile_type_id })
  expect(data.connectors.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3])
})

test('a type that piles have is not deleted, and says which', async () => {
  const { id } = await create()
  const { station_number } = await makePile(server.db, { pile_type_id: id })
  const { code, message } = await server.call(`${at}/delete`, { id })
  expect(code).toBe(409)
  expect(message).toContain(station_number)
})

test('types to choose from come by name', async () => {
  const { id, name } = await create()
  const { data } = await server.call(`${at}/get-device-types`, { keyword: name })
  expect(data).toMatchObject([{ id, title: name }])
})
