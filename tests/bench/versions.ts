import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './child.ts'
import type { Result } from './result.ts'
import { type BenchServer, startServer } from './server.ts'

/** What a further version costs: a message of it, and the server's start. */
export async function versionResults({ main }: BenchServer): Promise<Result[]> {
  const child = await startChild({ args: ['tests/bench/schemas.ts'], ready: /^{/ })
  await child.stop()
  const { load_ms, compile_ms, look_us } = JSON.parse(child.line) as Record<
    'load_ms' | 'compile_ms' | 'look_us',
    number
  >
  const start_ms = await secondStart(main)
  const note = `${load_ms.toFixed(1)} of ${start_ms.toFixed(0)} ms; ${compile_ms.toFixed(0)} ms more with the first event`
  const share = load_ms / (start_ms - load_ms)
  return [
    { item: 'meter', name: 'a look at an event of 2.0.1', value: look_us, unit: 'µs', limit: 20 },
    { item: 'meter', name: 'start, longer by 2.0.1', value: share, unit: '', limit: 0.1, note },
  ]
}

/** Over a database that is there. */
async function secondStart(main: string): Promise<number> {
  const data = mkdtempSync(join(tmpdir(), 'chargedeck-bench-'))
  try {
    await (await startServer(main, { data })).stop()
    const from = performance.now()
    const server = await startServer(main, { data })
    const took = performance.now() - from
    await server.stop()
    return took
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}
