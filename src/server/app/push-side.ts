import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { AlarmPush } from '../alarms/ports.ts'
import { findUsers } from '../auth/find-people.ts'
import type { Database } from '../kit/database/tables.ts'
import { send } from '../messages/port.ts'
import { NeedlessNow, type Sender, Undeliverable } from '../messages/senders/sender.ts'
import { forgetOldDevices, PushDevices } from '../push/devices.ts'
import { followAlarms } from '../push/follow.ts'
import type { PushPorts } from '../push/ports.ts'
import { pushRoutes } from '../push/routes.ts'
import { PushSender } from '../push/sender.ts'
import { pushServices } from '../push/services.ts'
import { devicePush } from '../push/tell.ts'
import { vapid } from '../push/vapid.ts'
import type { PeriodicJobs } from './periodic-jobs.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'

interface Parts {
  db: Kysely<Database>
  settings: Pick<Settings, 'publicUrl' | 'senders'> & Partial<Pick<Settings, 'push'>>
  secrets: Secrets
}

interface PushSide {
  /** What alarms tell people by. */
  alarms: AlarmPush
  /** Of messages to devices. */
  sender: Sender
  routes(api: FastifyInstance): void
  jobs(jobs: PeriodicJobs): void
}

/** Telling people on their devices while the console is closed. */
export function pushSide({ db, settings, secrets }: Parts): PushSide {
  const ports: PushPorts = { send, people: findUsers }
  const own = vapid(secrets.pushKey, contactOf(settings))
  const devices = new PushDevices(secrets.pushKey)
  const services = pushServices(settings.push?.services ?? [], settings.push?.plain ?? null)
  const push = new PushSender({ db, devices, services, vapid: own, ports })
  return {
    alarms: devicePush(ports),
    sender: {
      service: 'Web Push',
      async send(letter) {
        const outcome = await push.send(letter)
        if (outcome.kind === 'over') throw new NeedlessNow()
        if (outcome.kind === 'refused') throw new Undeliverable(outcome.problem)
        return outcome.reference
      },
    },
    routes: (api) => pushRoutes(api, { devices, services, key: own.publicKey, ports }),
    jobs(jobs) {
      jobs.once(1_000, 'tell devices of alarms', () => followAlarms({ db, ports }))
      jobs.once(3_600_000, 'forget devices that were not seen for long', () => forgetOldDevices(db))
    },
  }
}

/** Whom a push service writes to: the console's address, or the mailbox that messages come from. Some refuse who names neither. */
function contactOf({ publicUrl, senders }: Parts['settings']): string | null {
  if (publicUrl?.startsWith('https:')) return publicUrl
  const mailbox = /[^\s<>]+@[^\s<>]+/.exec(senders.mail?.from ?? '')?.[0]
  return mailbox ? `mailto:${mailbox}` : null
}
