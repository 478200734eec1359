import type { OrderEvent } from '../../shared/endpoints/orders.ts'
import type { KeptEvent } from './numbered-events.ts'
import { happened } from './order-events.ts'
import type { OrderRow } from './order-row.ts'

/** What a person reads of what held the charging up. */
export function storyOf(events: readonly KeptEvent[], order: OrderRow): OrderEvent[] {
  const story: OrderEvent[] = []
  let last = order.events.findLast(({ event }) => STORY.has(event))?.event
  for (const { charging, reason, at } of events) {
    const now = nextOf(charging, reason, last)
    if (!now) continue
    story.push(happened(at, now))
    last = now
  }
  return story
}

function nextOf(charging: KeptEvent['charging'], reason: string | null, last: string | undefined): string | null {
  if (charging === 'held_by_vehicle') return last === 'suspended_vehicle' ? null : 'suspended_vehicle'
  if (charging === 'held_by_pile') {
    const held = reason === null ? 'suspended_pile' : 'held_at_limit'
    return last === 'held_at_limit' || last === held ? null : held
  }
  return charging === 'charging' && last !== undefined && last !== 'resumed' ? 'resumed' : null
}

const STORY: ReadonlySet<string> = new Set(['suspended_vehicle', 'suspended_pile', 'held_at_limit', 'resumed'])
