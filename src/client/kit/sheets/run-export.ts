import i18next from 'i18next'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { SheetFormat } from '../../../shared/kit/sheets.ts'
import { asFailure } from '../api/failure.ts'
import { fetchFile, fileNameOf } from '../api/file.ts'
import type { Query } from '../api/records.ts'
import { personAtom } from '../session/session.ts'
import { store } from '../session/store.ts'
import { change, exportsAtom, forget } from './exports.ts'
import { BrokenFile, readFrames } from './read-frames.ts'
import { saveFile } from './save-file.ts'

export interface Wanted {
  entity: Entity
  /** The list's own, its page aside. */
  query: Query
  format: SheetFormat
  /** Fields in order; those of the person's list when absent. */
  columns?: readonly string[]
  /** Under which the person's columns are kept. */
  list?: string
}

const TYPES: Record<SheetFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
}
/** Between two steps that show. */
const STEP_MS = 200
/** How long a finished export is told. */
const TOLD_MS = 12_000

const underWay = new Map<number, AbortController>()
let next = 1

/** Nothing of one person's arrives when another one sits here. */
store.sub(personAtom, () => {
  if (store.get(personAtom) === null) for (const id of underWay.keys()) cancelExport(id)
})

export function cancelExport(id: number) {
  underWay.get(id)?.abort()
  underWay.delete(id)
  forget(id)
}

/** Fetches a list as a file while the person goes on, and saves it when it is whole. */
export async function runExport(wanted: Wanted): Promise<void> {
  const id = next++
  const abort = new AbortController()
  underWay.set(id, abort)
  const begun = { id, entity: wanted.entity.name, total: null, rows: 0, file: null, failure: null }
  store.set(exportsAtom, (all) => [...all, begun])
  try {
    const file = await fetched(id, wanted, abort.signal)
    change(id, { file })
    saveFile(file)
    setTimeout(() => forget(id), TOLD_MS)
  } catch (error) {
    if (!abort.signal.aborted) change(id, { failure: wordsFor(error) })
  } finally {
    underWay.delete(id)
  }
}

const wordsFor = (error: unknown): string =>
  error instanceof BrokenFile || error instanceof TypeError
    ? i18next.t('sheets:export_broken')
    : asFailure(error).message

async function fetched(id: number, { entity, query, format, ...how }: Wanted, signal: AbortSignal): Promise<File> {
  const { page_num: _, page_size: __, ...list } = query
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const body = { ...list, ...how, format, zone, progress: true }
  const response = await fetchFile({ method: 'POST', path: `${entity.path}/${entity.calls.export}`, body, signal })
  change(id, { total: Number(response.headers.get('x-total-rows')) })
  if (!response.body) throw new BrokenFile()
  const parts = await readFrames(
    response.body,
    inSteps((rows) => change(id, { rows })),
  )
  return new File(parts, fileNameOf(response), { type: TYPES[format] })
}

/** Calls at most every so often; the last word counts once the file is there. */
function inSteps(tell: (rows: number) => void): (rows: number) => void {
  let told = 0
  return (rows) => {
    if (performance.now() - told < STEP_MS) return
    told = performance.now()
    tell(rows)
  }
}
