import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Entity } from '../../../shared/kit/entity.ts'
import { type ImportOutcome, importOutcome } from '../../../shared/kit/sheets.ts'
import { asFailure } from '../api/failure.ts'
import { newKey } from '../api/idempotency.ts'
import { invalidate } from '../api/queries.ts'
import { sendSheet } from './send-sheet.ts'

/** Where an import stands: choosing, the file on its way and looked at, known, or on its way for good. */
export interface ImportState {
  file: File | null
  /** Percent of the file that is with the server, which then looks at it; null when neither. */
  sent: number | null
  outcome: ImportOutcome | null
  keeping: boolean
  failure: string | null
}

const NONE: ImportState = { file: null, sent: null, outcome: null, keeping: false, failure: null }

/** Sends a file to be looked at, and once more to be kept; what is said of it is the server's word both times. */
export function useImport(entity: Entity, onDone: (rows: number) => void) {
  const [state, setState] = useState(NONE)
  const abort = useRef(new AbortController())
  const key = useRef('')
  useEffect(() => () => abort.current.abort(), [])

  async function check(file: File) {
    abort.current.abort()
    const own = new AbortController()
    abort.current = own
    key.current = newKey()
    setState({ ...NONE, file, sent: 0 })
    const onPercent = (sent: number) => setState((now) => ({ ...now, sent }))
    try {
      const outcome = await sendSheet({ entity, file, dry_run: true, onPercent, signal: own.signal })
      setState({ ...NONE, file, outcome })
    } catch (error) {
      if (!own.signal.aborted) setState({ ...NONE, file, failure: asFailure(error).message })
    }
  }

  async function keep() {
    const { file, outcome } = state
    if (!file || !outcome) return
    setState({ ...state, keeping: true, failure: null })
    try {
      // It goes on when its dialog does not: what became of it is told either way.
      const { signal } = new AbortController()
      const { imported } = await sendSheet({ entity, file, dry_run: false, key: key.current, signal })
      await invalidate(entity.name)
      onDone(imported)
    } catch (error) {
      const { message, data } = asFailure(error)
      // Someone took a number meanwhile: the problems are those of now.
      const now = z.safeParse(importOutcome, data)
      setState({ ...state, keeping: false, failure: message, outcome: now.success ? now.data : outcome })
    }
  }

  return { state, check, keep, restart: () => setState(NONE) }
}
