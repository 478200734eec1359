import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../../kit/refusal.ts'
import type { RawRow, RawSheet } from './raw-sheet.ts'
import { badSheet } from './sheet-limits.ts'
import type { SheetWorkerMessage } from './sheet-worker.ts'

/** What the thread may hold; its own limits need a third of it. */
const HEAP_MB = 512
const PATIENCE_MS = 60_000
/** Beside the one that is read. Each holds its upload, of at most 10 MB. */
const MOST_WAITING = 8
const KEPT_MS = 10_000
/** Longer than any field's name: it is ignored and said so. */
const LONGEST_HEADING = 200

const HERE = import.meta.url

/** What the build made of it; in development the source, which Node 20 does not read by itself, in threads least of all. */
function programOf(): [URL | string, { eval?: boolean }] {
  if (!HERE.endsWith('.ts')) return [new URL('sheet-worker.js', HERE), {}]
  const tsx = new URL('dist/esm/api/index.mjs', pathToFileURL(createRequire(HERE).resolve('tsx/package.json'))).href
  const program = new URL('sheet-worker.ts', HERE).href
  return [`import('${tsx}').then(({ register }) => { register(); return import('${program}') })`, { eval: true }]
}

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * The first sheet of a workbook, or a csv. It is read on a thread of its own with limits on memory and time, one after the
 * other in this process: whatever is in the file, others are answered meanwhile. Refuses with 422 what cannot be read.
 */
export async function readSheet(content: Buffer): Promise<RawSheet> {
  const [first, ...others] = await inTurn(() => rowsOf(content))
  if (!first) throw badSheet('empty')
  const headings = first.cells.map((cell) =>
    String(cell ?? '')
      .slice(0, LONGEST_HEADING)
      .trim(),
  )
  return { headings, rows: others }
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting > MOST_WAITING) throw new Refusal(503, 'sheets:busy')
  waiting++
  const turn = last.then(work).finally(() => {
    waiting--
  })
  last = turn.catch(() => {})
  return turn
}

function started(): Worker {
  const [program, options] = programOf()
  const worker = new Worker(program, {
    ...options,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32 },
  })
  return worker
}

/** A thread that read its sheet well is kept for the next one for a moment. */
let spare: { worker: Worker; end: NodeJS.Timeout } | undefined

function taken(): Worker {
  const { worker, end } = spare ?? {}
  spare = undefined
  clearTimeout(end)
  return worker ?? started()
}

function keep(worker: Worker): void {
  for (const event of ['message', 'exit', 'error']) worker.removeAllListeners(event)
  worker.on('error', () => {}) // nobody waits for it
  worker.unref()
  const end = setTimeout(() => {
    if (spare?.worker === worker) spare = undefined
    void worker.terminate()
  }, KEPT_MS).unref()
  worker.once('exit', () => {
    if (spare?.worker === worker) spare = undefined
  })
  spare = { worker, end }
}

async function rowsOf(content: Buffer): Promise<RawRow[]> {
  const worker = taken()
  let patience: NodeJS.Timeout | undefined
  const rows: RawRow[] = []
  try {
    await new Promise<void>((resolve, reject) => {
      patience = setTimeout(() => reject(badSheet('takes_too_long')), PATIENCE_MS)
      worker.on('message', (said: SheetWorkerMessage) => {
        if ('rows' in said) for (const row of said.rows) rows.push(row)
        else if ('done' in said) resolve()
        else reject(new Refusal(said.refused.code, said.refused.key, said.refused))
      })
      worker.once('error', (error: NodeJS.ErrnoException) => {
        const filled = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        reject(filled ? badSheet('unpacks_too_large') : error)
      })
      worker.once('exit', () => reject(badSheet('unreadable')))
      worker.ref()
      worker.postMessage(new Uint8Array(content))
    })
    keep(worker)
    return rows
  } catch (error) {
    await worker.terminate()
    throw error
  } finally {
    clearTimeout(patience)
  }
}
