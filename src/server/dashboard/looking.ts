import type { Context } from '../kit/context.ts'

/** Who looks: what they do not reach is in no figure. */
export type Looking = Pick<Context, 'db' | 'person'>
