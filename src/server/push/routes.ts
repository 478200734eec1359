import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  allowPush,
  type PushDevice,
  pushSettings,
  removePush,
  savePushChoices,
  switchPush,
  tryPush,
} from '../../shared/endpoints/push.ts'
import type { Parsed } from '../../shared/kit/endpoint.ts'
import { browserWords } from '../kit/browser-words.ts'
import type { Context } from '../kit/context.ts'
import { notFound, wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { choicesOf, keepChoices } from './choices.ts'
import { isTold, type PushDevices } from './devices.ts'
import { areKeys } from './encrypt.ts'
import type { PushPorts } from './ports.ts'
import type { PushServices } from './services.ts'
import { tryDevice } from './tell.ts'

interface Parts {
  devices: PushDevices
  services: PushServices
  /** The public key of the server. */
  key: string
  ports: PushPorts
}

/** A person's own devices: allowed, switched, removed, tried. */
export function pushRoutes(app: FastifyInstance, { devices, services, key, ports }: Parts): void {
  serve(app, pushSettings, async (_, context) => ({
    key,
    choices: (await choicesOf(context.db, [context.person.id]))(context.person.id),
    devices: await devicesOf(context),
  }))
  serve(app, savePushChoices, async (chosen, { db, person }) => {
    await keepChoices(db, person.id, chosen)
    return null
  })
  serve(app, allowPush, async (given, { db, person, agent }) => {
    const url = services.allowed(given.endpoint)
    if (!url) throw wrongField('endpoint', 'refusals:push_service_unknown', { host: hostOf(given.endpoint) })
    if (!areKeys(given)) throw wrongField('p256dh', 'refusals:push_keys_wrong')
    const of = { user_id: person.id, family: person.session, agent, host: url.hostname }
    const isKnown = !given.again || (await devices.isOf(db, given, person.id))
    return { id: isKnown ? await devices.keep(db, given, of) : null, key }
  })
  serve(app, switchPush, async ({ id, enabled }, context) => {
    await change(context, id)
    await context.db.updateTable('push_device').set({ enabled }).where('id', '=', id).execute()
    return null
  })
  serve(app, removePush, async ({ id }, context) => {
    await change(context, id)
    await context.db.deleteFrom('push_device').where('id', '=', id).execute()
    return null
  })
  serve(app, tryPush, (asked, context) => tried(asked, context, ports))
}

/** Another person's is none. */
async function change({ db, person }: Context, id: number) {
  const found = await db
    .selectFrom('push_device')
    .select('user_id')
    .where('id', '=', id)
    .where('user_id', '=', person.id)
    .executeTakeFirst()
  if (!found) throw notFound()
}

async function tried({ id }: Parsed<typeof tryPush>, context: Context, ports: PushPorts) {
  await change(context, id)
  const { db, person } = context
  const { rows } = await sql<{ told: boolean }>`select ${isTold} as told from push_device d where d.id = ${id}`.execute(
    db,
  )
  if (!rows[0]?.told) throw wrongField('id', 'refusals:push_device_off')
  return { id: await tryDevice(db, { id, user_id: person.id }, ports) }
}

async function devicesOf({ db, person }: Context): Promise<PushDevice[]> {
  const kept = await db
    .selectFrom('push_device')
    .select(['id', 'family', 'agent', 'enabled', 'created_at as since', 'told_at', 'problem'])
    .where('user_id', '=', person.id)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return kept.map(({ family, agent, ...device }) => ({
    ...device,
    ...browserWords(agent),
    own: family === person.session,
  }))
}

const hostOf = (endpoint: string) => (URL.canParse(endpoint) ? new URL(endpoint).host : '')
