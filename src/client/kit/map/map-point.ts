import type { Tone } from '../../../shared/kit/fields.ts'
import type { Point } from './gcj02.ts'

/** A record on a map. */
export interface MapPoint extends Point {
  id: number
  tone: Tone
  /** How much there has a fault, whatever hue says so. */
  faulted: number
  /** In the pin: a figure, never colour alone. */
  text: string
  /** All of it, for titles and screen readers. */
  label: string
}
