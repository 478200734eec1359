import type { Tone } from '../../shared/kit/fields.ts'

export interface LogDay {
  day: string
  counts: Readonly<Record<string, number>>
}

/** A kind that is counted apart. */
export interface Counted {
  key: string
  label: string
  tone: Tone
}
