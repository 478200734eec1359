import { parentPort } from 'node:worker_threads'
import { Refusal } from '../../kit/refusal.ts'
import type { RawRow } from './raw-sheet.ts'
import { badSheet } from './sheet-limits.ts'
import { sheetRows } from './sheet-rows.ts'

/** What the thread says: rows as they are read, then that it is done, or why it refuses. */
export type SheetWorkerMessage =
  | { rows: RawRow[] }
  | { done: true }
  | { refused: Pick<Refusal, 'code' | 'key' | 'figures' | 'fields'> }

/** Rows of one message: the main thread takes each between other requests. */
const AT_ONCE = 250

const say = (said: SheetWorkerMessage) => parentPort?.postMessage(said)

async function read(content: Uint8Array): Promise<void> {
  let rows: RawRow[] = []
  for await (const row of sheetRows(Buffer.from(content.buffer, content.byteOffset, content.byteLength))) {
    rows.push(row)
    if (rows.length < AT_ONCE) continue
    say({ rows })
    rows = []
  }
  say({ rows })
  say({ done: true })
}

parentPort?.on('message', (content: Uint8Array) => {
  read(content).catch((error: unknown) => {
    const { code, key, figures, fields } = error instanceof Refusal ? error : badSheet('unreadable')
    say({ refused: { code, key, figures, fields } })
  })
})
