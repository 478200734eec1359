import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { startCentral } from './central.ts'

/** Runs `npm run fleet` as far as it is ours, to its end. */
async function fleet(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/fleet/main.ts', ...args])
  let [out, err] = ['', '']
  child.stdout.on('data', (data) => {
    out += data
  })
  child.stderr.on('data', (data) => {
    err += data
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, out, err }
}

test('runs piles against a server and says what they did', async () => {
  const central = await startCentral()
  const { code, out } = await fleet(
    '--url',
    central.url,
    '--piles',
    '3',
    '--prefix',
    'T',
    '--first',
    '7',
    '--seconds',
    '2',
  )
  expect(code).toBe(0)
  expect(out).toContain('3/3 connected')
  const told = central.all('BootNotification').map(({ chargePointSerialNumber }) => chargePointSerialNumber)
  expect(told.sort()).toEqual(['T-0007', 'T-0008', 'T-0009'])
  await central.close()
})

test('says with which status and why the server refused, and ends as a failure', async () => {
  const central = await startCentral(() => 401)
  const { code, err } = await fleet('--url', central.url, '--piles', '2', '--seconds', '2')
  expect(code).toBe(1)
  expect(err).toContain('SIM-0001: the server refused: 401 Unauthorized: not you. Give the pile its password')
  await central.close()
})

test.each([
  [[], '--url is missing'],
  [['--url', 'http://127.0.0.1'], 'is not a ws:// or wss:// address'],
  [['--url', 'ws://127.0.0.1', '--piles', 'many'], '--piles many is not in 1 to 20000'],
  [['--url', 'ws://127.0.0.1', '--colour', 'red'], '--colour'],
])('explains a wrong use: %j', async (args, expected) => {
  const { code, err } = await fleet(...args)
  expect(code).toBe(2)
  expect(err).toContain(expected)
  expect(err).toContain('npm run fleet -- --url')
})
