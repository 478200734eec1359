import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { identity } from './inputs.ts'

export const HAND_OVER = 'node.hand_over'

const ofOne = {
  method: 'POST',
  permission: HAND_OVER,
  reaches: { node: 'id' },
  body: z.object({ id: identity }),
  data: z.object({ id: z.int() }),
  repeatable: true,
  changes: 'node',
} as const

/** A node takes no pile any more, and hands those that it has over to the others. Refused (409) where none would take them. */
export const handPilesOver = endpoint({ ...ofOne, path: '/system/node/hand_over', says: 'nodes:hands_over' })

/** It takes piles again. */
export const takePilesAgain = endpoint({ ...ofOne, path: '/system/node/take_piles', says: 'nodes:takes_again' })
