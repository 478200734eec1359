import type { CheckItem, CheckValue } from '../../../shared/domain/inspection.ts'

/** A figure as people type it, with a point or a comma; null for what is none. */
export function figureOf(typed: string): number | null {
  const text = typed.trim().replace(',', '.').replace('−', '-')
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null
}

/** What was typed as an answer; undefined where it is none yet, null where it is empty. */
export function valueTyped({ kind }: CheckItem, typed: string): CheckValue | null | undefined {
  if (typed.trim() === '') return null
  return kind === 'figure' ? (figureOf(typed) ?? undefined) : typed.trim()
}
