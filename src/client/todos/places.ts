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

/** Where one of them is dealt with; null where the person's menu leads to none. Alarms have no page of their own. */
export function placeOf({ kind, id, about }: Todo, home: string | undefined): string | null {
  if (!home) return null
  return kind === 'alarm' ? `${home}?status=open&keyword=${encodeURIComponent(about ?? '')}` : `${home}/${id}`
}
