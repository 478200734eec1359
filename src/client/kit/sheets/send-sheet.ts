import type { Entity } from '../../../shared/kit/entity.ts'
import type { ImportOutcome } from '../../../shared/kit/sheets.ts'
import { sendForm } from '../api/send-form.ts'

/** The server looks at every row before it says a word. */
const STILL_MS = 120_000

interface Sheet {
  entity: Entity
  file: File
  /** Only looked at. */
  dry_run: boolean
  /** The same one while the same file is sent again. */
  key?: string
  onPercent?: (percent: number) => void
  signal: AbortSignal
}

/** Sends a sheet to be looked at, or to be kept. Throws a `Failure` in the person's words. */
export function sendSheet({ entity, file, dry_run, key, onPercent = () => {}, signal }: Sheet): Promise<ImportOutcome> {
  const form = new FormData()
  form.append('dry_run', String(dry_run))
  form.append('zone', Intl.DateTimeFormat().resolvedOptions().timeZone)
  form.append('file', file, file.name)
  const path = `${entity.path}/${entity.calls.import}`
  return sendForm({ path, form, ...(key && { idempotencyKey: key }), onPercent, signal, stillMs: STILL_MS })
}
