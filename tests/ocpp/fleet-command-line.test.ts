import { expect, test } from 'vitest'
import { runProgram } from '../setup/process.ts'
import { startCentral } from './central.ts'

/** Runs `npm run fleet` as far as it is ours. */
const fleet = (...args: string[]) => runProgram('src/fleet/main.ts', {}, args)

test('runs piles against a server and says what they did', async () => {
  const central = await startCentral()
  const running = fleet('--url', central.url, '--piles', '3', '--prefix', 'T', '--first', '7')
  await running.says(/3\/3 connected/)
  const told = central.all('BootNotification').map(({ chargePointSerialNumber }) => chargePointSerialNumber)
  expect(told.sort()).toEqual(['T-0007', 'T-0008', 'T-0009'])
  running.child.kill('SIGINT')
  expect(await running.ended).toBe(0)
  expect(running.said()).toContain('stopping: ')
  await central.close()
})

test('says with which status and why the server refused, and ends as a failure', async () => {
  const central = await startCentral(() => 401)
  const running = fleet('--url', central.url, '--piles', '2')
  await running.says(/SIM-000\d: the server refused: 401 Unauthorized: not you\. Give the pile its password/)
  running.child.kill('SIGINT')
  expect(await running.ended).toBe(1)
  await central.close()
})

test('speaks each version of OCPP in a mixed fleet', async () => {
  const central = await startCentral()
  const running = fleet('--url', central.url, '--piles', '6', '--version', 'mixed', '--gaps')
  await running.says(/6\/6 connected/)
  expect(central.protocols.sort()).toEqual([...Array(4).fill('ocpp1.6'), 'ocpp2.0.1', 'ocpp2.1'])
  running.child.kill('SIGINT')
  expect(await running.ended).toBe(0)
  await central.close()
})

test('ends by itself after its seconds', async () => {
  const central = await startCentral()
  const running = fleet('--url', central.url, '--piles', '1', '--seconds', '1')
  await running.ended
  expect(running.said()).toContain('stopping: ')
  await central.close()
})

test.each([
  [[], '--url is missing'],
  [['--url', 'http://127.0.0.1'], 'is not a ws:// or wss:// address'],
  [['--url', 'ws://127.0.0.1', '--piles', 'many'], '--piles many is not in 1 to 20000'],
  [['--url', 'ws://127.0.0.1', '--colour', 'red'], '--colour'],
  [['--url', 'ws://127.0.0.1', '--resumes'], '--resumes is of 2.0.1 and 2.1 alone'],
])('explains a wrong use: %j', async (args, expected) => {
  const running = fleet(...args)
  expect(await running.ended).toBe(2)
  expect(running.said()).toContain(expected)
  expect(running.said()).toContain('npm run fleet -- --url')
})
