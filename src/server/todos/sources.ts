import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { DOES_WORK } from '../../shared/domain/work-order.ts'
import type { TodoKind } from '../../shared/endpoints/todos.ts'
import { WAITING_KINDS } from '../../shared/entities/alarm.ts'
import { customer } from '../../shared/entities/customer.ts'
import type { EntityName } from '../../shared/entities/index.ts'
import { titleIn } from '../kit/crud/columns.ts'
import { isOwn } from '../kit/four-eyes.ts'
import { isOwnWork, todayAt } from '../kit/own-work.ts'
import type { Person } from '../kit/person.ts'
import { reached } from '../kit/reach/within.ts'

/** A kind of matter: the records that wait, and anyone who holds the permission to deal with them. */
export interface Source {
  kind: TodoKind
  permission: string
  /** Whose reach decides; `t` is its table. */
  entity: EntityName
  from: RawBuilder<unknown>
  waits: RawBuilder<SqlBool>
  title: RawBuilder<unknown>
  about: RawBuilder<unknown>
  connector_number?: RawBuilder<unknown>
  since: RawBuilder<unknown>
  /** Of those that wait, the ones that this person may not deal with. */
  notFor?(person: Pick<Person, 'id' | 'reach'>): RawBuilder<SqlBool>
}

/** A pile that restarts or loses its network for a moment comes back by itself. */
const OFFLINE_FOR = '30 minutes'
const away = sql`t.away_since`
const archived = sql`t.pile_id in (select id from pile where archived_at is not null)`
/** Looked up once for all piles, of which most may be away. */
const plannedNow = sql`t.id in (select pile_id from maintenance_span where starts_at <= now() and ends_at > now())`

const alarms: Source = {
  kind: 'alarm',
  permission: 'alarm.handle',
  entity: 'alarm',
  from: sql`alarm t left join pile p on p.id = t.pile_id`,
  waits: sql`t.status = 'open' and t.kind in (${sql.join(WAITING_KINDS.map((kind) => sql.lit(kind)))}) and (${archived}) is not true and not is_silent(t)
    and coalesce(t.snoozed_until <= now(), true)`,
  title: sql`t.code`,
  about: sql`coalesce(p.station_number, '')`,
  connector_number: sql`nullif(t.connector_number, 0)`,
  since: sql`t.raised_at`,
}

const orders: Source = {
  kind: 'order',
  permission: 'order.settle',
  entity: 'order',
  from: sql`orders t join pile p on p.id = t.pile_id`,
  waits: sql`t.abnormal is not null and t.status = 'completed'`,
  title: sql`t.number`,
  about: sql`p.station_number`,
  connector_number: sql`t.connector_number`,
  since: sql`coalesce(t.ended_at, t.started_at)`,
}

const refunds: Source = {
  kind: 'refund',
  permission: 'refund.review',
  entity: 'refund',
  from: sql`refund t`,
  waits: sql`t.status = 'unreviewed'`,
  title: sql`t.number`,
  about: sql`t.asked_by`,
  since: sql`t.created_at`,
  // Money of a customer out of reach is for those whose customer it is.
  notFor: (person) => sql`(${isOwn(person)} or exists (select from customer c
    where c.id = t.customer_id and (${reached(person, 'customer', 'c')}) is not true))`,
}

const balanceRequests: Source = {
  kind: 'balance_request',
  permission: 'balance_request.approve',
  entity: 'balance_request',
  from: sql`balance_request t join customer c on c.id = t.customer_id`,
  waits: sql`t.status = 'waiting'`,
  title: sql`t.number`,
  about: titleIn(customer, 'c'),
  since: sql`t.created_at`,
  notFor: isOwn,
}

const offlinePiles: Source = {
  kind: 'offline',
  permission: 'alarm.handle',
  entity: 'pile',
  from: sql`pile t left join site s on s.id = t.site_id`,
  waits: sql`${away} < now() - ${OFFLINE_FOR}::interval
    and not (${plannedNow} and is_planned(t.id, ${away}))`,
  title: sql`t.station_number`,
  about: sql`s.name`,
  since: away,
}

const users: Source = {
  kind: 'user',
  permission: 'user.approve',
  entity: 'user',
  from: sql`users t`,
  waits: sql`t.status = 'unverified' and t.archived_at is null`,
  title: sql`t.name`,
  about: sql`t.user_name`,
  since: sql`t.created_at`,
}

const tasks: Source = {
  kind: 'task',
  permission: 'task.run',
  entity: 'task',
  from: sql`task t`,
  waits: sql`t.state = 'failed' and t.enabled`,
  title: sql`t.name`,
  about: sql`null::text`,
  since: sql`coalesce(t.last_at, t.updated_at)`,
}

/** A round waits from its beginning, which is planned well ahead; other work from the day before it is due. */
const work: Source = {
  kind: 'work_order',
  permission: DOES_WORK,
  entity: 'work_order',
  from: sql`work_order t left join pile p on p.id = t.pile_id left join site place on place.id = t.site_id`,
  waits: sql`t.state in ('planned', 'under_way') and (t.piles is not null or t.due_on <= ${todayAt} + 1)`,
  title: sql`t.work`,
  about: sql`coalesce(p.station_number, place.name)`,
  since: sql`t.created_at`,
  notFor: (person) => sql`not ${isOwnWork(person)}`,
}

export const sources: readonly Source[] = [alarms, work, orders, refunds, balanceRequests, offlinePiles, users, tasks]
