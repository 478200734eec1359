import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { AlarmPush, TellingPorts } from '../alarms/ports.ts'
import { tellAlarms } from '../alarms/telling.ts'
import type { Auth } from '../auth/auth.ts'
import { requireProof } from '../auth/factors/proof.ts'
import { findUsers } from '../auth/find-people.ts'
import type { Extensions } from '../kit/crud/every-entity.ts'
import type { Database } from '../kit/database/tables.ts'
import { Outbox } from '../messages/outbox.ts'
import { send } from '../messages/port.ts'
import { messageExtension, messageRoutes } from '../messages/routes.ts'
import type { Sender } from '../messages/senders/sender.ts'
import { sendersOf } from '../messages/senders/senders.ts'
import { noticeTodos } from '../todos/notice.ts'
import { sourcesFor } from '../todos/own-todos.ts'
import type { TodoPorts } from '../todos/ports.ts'
import { todoRoutes } from '../todos/routes.ts'
import { userCentreRoutes } from '../user-centre/routes.ts'
import type { PeriodicJobs } from './periodic-jobs.ts'
import type { Settings } from './settings.ts'

interface Parts {
  db: Kysely<Database>
  settings: Pick<Settings, 'senders' | 'publicUrl'>
  log: Logger
  auth: Auth
  /** Of messages to devices. */
  devices: Sender
  /** What the rules of alarms tell devices by. */
  push: AlarmPush
  changed(entity: string, id: number): void
}

interface MessageSide {
  extensions: Pick<Extensions, 'message'>
  routes(api: FastifyInstance): void
  /** From here on messages go out and people are told of what waits for them. */
  start(jobs: PeriodicJobs): Promise<void>
}

/** What goes to telephones and mailboxes, and why: codes, notices and to-dos. */
export function messageSide({ db, settings, log, auth, devices, push, changed }: Parts): MessageSide {
  const senders = sendersOf(settings.senders)
  const outbox = new Outbox({ db, senders, log, changed })
  const reaching = { db, send, people: findUsers, publicUrl: settings.publicUrl ?? null }
  const telling: TodoPorts = reaching
  const alarms: TellingPorts = { ...reaching, push, changed }
  const toDevices = new Outbox({ db, senders: { push: devices }, log, changed })
  return {
    extensions: { message: messageExtension(senders) },
    routes(api) {
      messageRoutes(api, senders)
      todoRoutes(api)
      userCentreRoutes(api, {
        ...{ contacts: auth.contacts, send },
        requireProof: ({ db, person }) => requireProof(db, person),
        kindsOf: (person) => sourcesFor(person).map(({ kind }) => kind),
      })
    },
    async start(jobs) {
      await outbox.forgetCodes()
      jobs.every(1_000, 'send messages', () => outbox.sendDue())
      jobs.every(1_000, 'send messages to devices', () => toDevices.sendDue())
      jobs.once(10_000, 'forget codes whose time is over', () => outbox.forgetCodes())
      jobs.once(10_000, 'tell people of their to-dos', () => noticeTodos(telling))
      jobs.once(5_000, 'tell people of alarms', () => tellAlarms(alarms))
    },
  }
}
