import { todos } from '../../shared/endpoints/todos.ts'
import { useCall } from '../kit/api/queries.ts'

/** A pile that is away for long tells nobody that it has become a matter. */
const LOOK_EVERY_MS = 60_000

/** What waits for anyone who is signed in. */
export const useTodos = () =>
  useCall(
    todos,
    {},
    {
      entities: ['alarm', 'work_order', 'order', 'refund', 'balance_request', 'pile', 'user', 'task'],
      everyMs: 10_000,
      refetchInterval: LOOK_EVERY_MS,
      offline: true,
    },
  )
