import type { Todo, TodoKind } from '../../shared/endpoints/todos.ts'
import type { EntityName } from '../../shared/entities/index.ts'
import type { IconName } from '../kit/ui/icon.tsx'

interface Kind {
  icon: IconName
  /** Whose list it is dealt with in, and how that list is narrowed to what waits. */
  entity: EntityName
  list: string
}

export const KINDS: Record<TodoKind, Kind> = {
  alarm: { icon: 'bell', entity: 'alarm', list: '?status=open&kind=fault,security' },
  order: { icon: 'receipt', entity: 'order', list: '?status=completed' },
  refund: { icon: 'refund', entity: 'refund', list: '?status=unreviewed' },
  balance_request: { icon: 'card', entity: 'balance_request', list: '?status=waiting' },
  offline: { icon: 'offline', entity: 'pile', list: '?state=offline' },
  user: { icon: 'people', entity: 'user', list: '?status=unverified' },
  task: { icon: 'clock', entity: 'task', list: '?state=failed' },
}

/** Where one of them is dealt with; null where the person's menu leads to none. */
export const placeOf = ({ id }: Todo, home: string | undefined): string | null => (home ? `${home}/${id}` : null)
