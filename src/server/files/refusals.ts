import { Meaning, Refusal } from '../kit/refusal.ts'

/** The file at fault is the form's `file`: said for the whole and at the field. */
export const refusedFile = (code: number, key: string, figures: Readonly<Record<string, string | number>> = {}) =>
  new Refusal(code, key, { figures, fields: { file: { key, figures } } })

export const tooLarge = (most: number) => refusedFile(413, 'files:too_large', { most })

const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** What a failure of the disk or the store means for who asked; null when it is none of either. */
export function refusalOfStore(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (error instanceof Meaning) return error.refusal
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code && FULL.has(code)) return new Refusal(507, 'files:storage_full', { cause: error })
  // Another failure of the disk: no right to write, a folder that was taken away.
  return syscall && ['open', 'write', 'rename', 'mkdir', 'fsync', 'read'].includes(syscall)
    ? new Refusal(503, 'files:storage_unavailable', { cause: error })
    : null
}
