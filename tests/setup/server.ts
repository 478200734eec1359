import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { compose } from '../../src/server/app/compose.ts'
import { newPushKey } from '../../src/server/app/secrets.ts'
import type { ServerDeps } from '../../src/server/app/server-deps.ts'
import { Shutdown } from '../../src/server/app/shutdown.ts'
import { NO_SENDERS } from '../../src/server/messages/senders/senders.ts'
import { login } from '../../src/shared/endpoints/auth.ts'
import type { Body, Data, Endpoint, Reply } from '../../src/shared/kit/endpoint.ts'
import type { Language } from '../../src/shared/kit/languages.ts'
import { makeUser, type UserDraft } from '../make.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { type Answered, ask } from './request.ts'
import { withVersion } from './versions.ts'

interface Options {
  settings?: Partial<ServerDeps['settings']>
  secrets?: Partial<ServerDeps['secrets']>
  consoleFolder?: string
  /** A database that outlives the server; anyone who gives it drops it. */
  database?: FreshDatabase
  /** To the other servers at the same database. */
  bus?: ServerDeps['bus']
}

export interface SignedIn {
  id: number
  /** Its one role. */
  role_id: number
  user_name: string
  password: string
  token: string
  refresh_token: string
}

/** The version may be left out: see `withVersion`. */
type Unversioned<B> = B extends { version: number } ? Omit<B, 'version'> & { version?: number } : B
type Sent<E extends Endpoint> = Unversioned<Body<E>>

interface CallOptions {
  /** Null is nobody; the administrator when nothing is said. */
  as?: Pick<SignedIn, 'token'> | null
  /** The Idempotency-Key. */
  key?: string
  /** What the caller's clock shows: ISO 8601. */
  clientTime?: string
  language?: Language
}

export interface Answer<D> extends Reply<D> {
  status: number
  headers: Headers
}

export interface TestServer {
  /** `http://127.0.0.1:…`, without a slash at its end. */
  url: string
  app: FastifyInstance
  db: FreshDatabase['db']
  pool: FreshDatabase['pool']
  /** Where uploads are kept. */
  filesFolder: string
  administrator: SignedIn
  /** A new user who may do this and no more, signed in. */
  signIn(user?: UserDraft): Promise<SignedIn>
  /** Calls an endpoint of the contract; a success must be what the contract says. A change carries its record's version: `withVersion`. */
  call<E extends Endpoint>(endpoint: E, body: Sent<E>, options?: CallOptions): Promise<Answer<Data<E>>>
  /** Calls `/system/park-lot/index`, by POST, or `GET /language/language`. */
  // biome-ignore lint/suspicious/noExplicitAny: what comes back is what the test is about
  call(path: string, body?: unknown, options?: CallOptions): Promise<Answer<any>>
  stop(): Promise<void>
}

/** The whole server as it is composed, on a free port with a database of its own. Call it in `beforeAll` and `stop` it in `afterAll`. */
export async function startServer({
  settings = {},
  secrets = {},
  consoleFolder,
  bus,
  ...given
}: Options = {}): Promise<TestServer> {
  const database = given.database ?? (await freshDatabase(20, 'started'))
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const shutdown = new Shutdown(log)
  const folder = mkdtempSync(join(tmpdir(), 'chargedeck-files-'))
  const app = await compose({
    settings: {
      tls: undefined,
      publicUrl: undefined,
      trustedProxies: [],
      captcha: false,
      ocppAuth: 'optional',
      frameDays: 30,
      map: { tiles: null, attribution: null, datum: 'wgs84' },
      files: { folder, s3: null },
      senders: NO_SENDERS,
      sso: null,
      ...settings,
    },
    secrets: {
      ...{ tokenKey: randomBytes(32), captchaKey: randomBytes(32), factorKey: randomBytes(32), pushKey: newPushKey() },
      ...secrets,
    },
    version: '0.0.0-test',
    log,
    database,
    shutdown,
    consoleFolder,
    ...(bus && { bus }),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const signIn = (draft: UserDraft = {}) => signInAt(url, database.db, draft)
  const administrator = await signIn({ permissions: ['*'] })
  const call = async (
    target: Endpoint | string,
    body: unknown = {},
    { as = administrator, ...more }: CallOptions = {},
  ) => {
    const route = routeOf(target)
    const sent = await withVersion(database.db, route.path, body)
    return checked(target, await send(url, { ...route, body: sent, token: as?.token, ...more }))
  }
  return {
    url,
    app,
    db: database.db,
    pool: database.pool,
    filesFolder: folder,
    administrator,
    signIn,
    call: call as TestServer['call'],
    stop: async () => {
      await shutdown.run()
      if (!given.database) await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function signInAt(url: string, db: FreshDatabase['db'], draft: UserDraft): Promise<SignedIn> {
  const user = await makeUser(db, draft)
  const { user_name: username, password } = user
  const answer = await send(url, { method: 'POST', path: login.path, body: { username, password } })
  const { token, refresh_token } = answer.data as Data<typeof login>
  return { id: user.id, role_id: user.role_id, user_name: username, password, token, refresh_token }
}

interface Request_ {
  method: string
  path: string
  body: unknown
  token?: string | undefined
  key?: string
  clientTime?: string
  language?: string
}

function routeOf(target: Endpoint | string): { method: string; path: string } {
  if (typeof target !== 'string') return target
  const [, method = 'POST', path = target] = /^([A-Z]+) (.+)$/.exec(target) ?? []
  return { method, path }
}

async function send(
  url: string,
  { method, path, body, token, key, clientTime, language }: Request_,
): Promise<Answer<unknown>> {
  const query = method === 'GET' ? `?${new URLSearchParams(body as Record<string, string>)}` : ''
  const answered = await ask(`${url}/api${path}${query}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
      ...(clientTime && { 'client-time': clientTime }),
      ...(language && { 'accept-language': language }),
    },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  })
  const { status, headers } = answered
  const reply = replyOf(answered)
  expect(reply.code, 'the answer says its HTTP status').toBe(status)
  return { ...reply, status, headers }
}

/** A file is no reply: that it came is all that is said of it. */
function replyOf({ status, headers, text }: Answered): Reply {
  if (/json/.test(headers.get('content-type') ?? '')) return JSON.parse(text) as Reply
  return { code: status, message: '', data: null }
}

function checked(target: Endpoint | string, answer: Answer<unknown>): Answer<unknown> {
  if (typeof target === 'string' || answer.code !== 200) return answer
  const parsed = z.safeParse(target.data, answer.data)
  expect(parsed.error?.issues ?? [], `${target.path} answers as the contract says`).toEqual([])
  return answer
}
