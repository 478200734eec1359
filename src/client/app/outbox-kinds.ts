import { alarmOutbox } from '../alarms/outbox.ts'
import type { OutboxKind } from '../offline/outbox-kind.ts'
import { walkOutbox } from '../piles/walk/outbox.ts'
import { workOrderOutbox } from '../work-orders/outbox.ts'
import { inspectionOutbox } from '../work-orders/round/outbox.ts'

/** Every kind of answer that may wait for the network. */
export const outboxKinds: readonly OutboxKind[] = [alarmOutbox, workOrderOutbox, inspectionOutbox, ...walkOutbox]
