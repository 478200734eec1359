import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { passwordSchema } from '../../shared/domain/password-schema.ts'
import type { SsoSettings } from '../auth/sso/settings.ts'
import { proxiesAt } from '../kit/client-address.ts'
import type { NatsSettings } from '../kit/nats-bus.ts'
import type { SenderSettings } from '../messages/senders/senders.ts'
import { type BucketSettings, bucketIn, bucketShape } from './bucket-settings.ts'
import { ADDRESS_CONNECTIONS } from './limit-connections.ts'
import { type MapSettings, mapIn, mapShape } from './map-settings.ts'
import { messageShape, sendersIn } from './message-settings.ts'
import { natsIn, natsShape } from './nats-setting.ts'
import { oneOf } from './one-of-setting.ts'
import { type PileTlsSettings, pileTlsIn, pileTlsShape } from './pile-tls-settings.ts'
import { type ReadSettings, readShape, readsIn } from './read-setting.ts'
import { DRAIN_SECONDS } from './signals.ts'
import { ssoIn, ssoShape } from './sso-settings.ts'
import { pemAt, tlsIn, tlsShape } from './tls-settings.ts'
import { type TraceSettings, tracesIn, watchShape } from './watch-settings.ts'
import { whole } from './whole-setting.ts'

/** A setting that the server cannot start with. The message is one line: its name, what it got, what it takes. */
export class BadSetting extends Error {}

const MIB = 1024 * 1024

type Environment = Readonly<Record<string, string | undefined>>

const shape = {
  PORT: {
    takes: 'a port from 1 to 65535, or 0 for any free one',
    schema: whole(0, 65_535, 8080),
  },
  HOST: {
    takes: 'an address of this machine, 0.0.0.0 for all of them',
    schema: z._default(z.string().check(z.regex(/^[\w.:-]+$/)), '0.0.0.0'),
  },
  DATA_DIR: { takes: 'a folder that can be written', schema: z._default(z.string(), './data') },
  DATABASE_URL: {
    takes: 'postgres://user:password@host:5432/database',
    schema: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\/\S+$/))),
    secret: true,
  },
  ...readShape,
  ...natsShape,
  PUBLIC_URL: {
    takes: 'the address people open, such as https://console.example.com',
    schema: z.optional(z.url({ protocol: /^https?$/ })),
  },
  PILE_URL: {
    takes:
      'the address at which piles reach this console for files, such as http://10.0.0.5:8080, where it is not PUBLIC_URL',
    schema: z.optional(z.url({ protocol: /^https?$/ })),
  },
  TRUSTED_PROXIES: {
    takes:
      'the proxies in front whose X-Forwarded headers are believed: addresses or networks such as 127.0.0.1, 10.0.0.0/24, separated by commas',
    schema: z.optional(z.string()),
  },
  ADDRESS_CONNECTIONS: {
    takes: 'connections that one address may hold at once, 10 to 99999; this machine and named proxies hold any number',
    schema: whole(10, 99_999, ADDRESS_CONNECTIONS),
  },
  ADMIN_PASSWORD: {
    takes: '8 to 128 characters, letters and digits among them',
    schema: z.optional(passwordSchema()),
    secret: true,
  },
  CAPTCHA: { takes: 'on or off', schema: oneOf(['on', 'off'], 'on') },
  OCPP_AUTH: { takes: 'required or optional', schema: oneOf(['required', 'optional'], 'required') },
  NODE_NAME: {
    takes: 'the name of this server among those that share its database, at most 60 characters',
    schema: z.optional(z.string().check(z.maxLength(60))),
  },
  DRAIN_SECONDS: {
    takes: 'seconds that a server that stops hands its piles over to others, in waves, 0 to 600',
    schema: whole(0, 600, DRAIN_SECONDS),
  },
  FRAME_DAYS: {
    takes: 'days that frames of piles are kept, 1 to 3650',
    schema: whole(1, 3_650, 30),
  },
  PILE_MESSAGES: {
    takes: 'messages a second that one pile may send for long, 5 to 1000',
    schema: whole(5, 1_000, 50),
  },
  OCPP_FRAME_MB: { takes: 'MiB that one frame of a pile may have, 1 to 64', schema: whole(1, 64, 8) },
  OCPP_FRAMES_MB: {
    takes: 'MiB that large frames of all piles may hold together while they arrive, 1 to 4096',
    schema: whole(1, 4_096, 64),
  },
  FIRMWARE_DOWNLOADS: {
    takes: 'downloads of firmware that piles may have under way at once, 1 to 1000',
    schema: whole(1, 1_000, 20),
  },
  DIAGNOSTICS_MB: {
    takes: 'MiB that a pile may upload of its diagnostics, 1 to 1024',
    schema: whole(1, 1_024, 100),
  },
  ...watchShape,
  DISK_MARGIN_MB: {
    takes: 'MiB that the disk of DATA_DIR must have free, 1 to 99999',
    schema: whole(1, 99_999, 256),
  },
  ...tlsShape,
  ...pileTlsShape,
  ...mapShape,
  PUSH_SERVICES: {
    takes:
      'further push services that browsers here are reached by: hosts such as push.example.com:8443, separated by commas',
    schema: z.optional(z.string().check(z.regex(/^[\w.-]+(:\d+)?(,\s*[\w.-]+(:\d+)?)*$/))),
  },
  ...bucketShape,
  ...messageShape,
  ...ssoShape,
  LOG_LEVEL: {
    takes: 'fatal, error, warn, info, debug, trace or silent',
    schema: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  },
} satisfies Record<string, { takes: string; schema: z.ZodMiniType; secret?: boolean }>

/** For README's table, and the test that holds it to this. */
export const settingsTable = Object.entries(shape).map(([name, { takes, schema }]) => ({
  name,
  takes,
  initial: z.safeParse(schema as z.ZodMiniType, undefined).data,
}))

type Name = keyof typeof shape
type Values = { [N in Name]: z.output<(typeof shape)[N]['schema']> }

export interface Settings {
  port: number
  host: string
  /** Absolute; exists and can be written. */
  dataDir: string
  /** Without it the embedded database runs. */
  databaseUrl: string | undefined
  /** A standby that answers what may lag; null where there is none. */
  reads?: ReadSettings | null
  /** By which nodes tell each other what changed; null where the database does. */
  nats?: NatsSettings | null
  /** Without a slash at its end. */
  publicUrl: string | undefined
  /** Where piles fetch and bring files; where people open the console unless it is set by itself. */
  pileUrl?: string | undefined
  /** Addresses and networks of the proxies in front; what others say in X-Forwarded headers is ignored. */
  trustedProxies: string[]
  /** Connections that one address may hold at once. */
  addressConnections: number
  adminPassword: string | undefined
  captcha: boolean
  ocppAuth: 'required' | 'optional'
  /** This server's name among those that share its database. */
  nodeName?: string | undefined
  /** How long its piles are handed over in waves, where other nodes run. */
  drainSeconds: number
  /** Days that frames of piles are kept. */
  frameDays: number
  /** Anyone who shows it may see /metrics from anywhere. */
  metricsToken: string | undefined
  /** To whom is told what is followed; null: nobody. */
  traces: TraceSettings | null
  /** Addresses and networks of programs that see it without one. */
  metricsFrom: string[]
  /** What the disk of the data folder must have free, in bytes. */
  diskMargin: number
  /** Messages a second that one pile may send for long. */
  pileMessages: number
  /** The largest frame of a pile, and what large frames of all may hold together, in bytes. */
  frames: { largest: number; together: number }
  /** Downloads of firmware that piles may have under way at once. */
  firmwareDownloads: number
  /** The largest upload of a pile's diagnostics, in bytes. */
  diagnosticsBytes: number
  tls: { cert: string; key: string } | undefined
  /** The port on which piles show certificates of their own; undefined where there is none. */
  pileTls: PileTlsSettings | undefined
  /** Where a map's pictures come from. */
  map: MapSettings
  /** Where uploads are kept: in a folder, or in a bucket when one is named. */
  files: { folder: string; s3: BucketSettings | null }
  /** Who sends messages; null for what is kept in the outbox. */
  senders: SenderSettings
  /** Hosts of push services beside those that are known. `plain`: an origin without TLS, which tests alone have. */
  push: { services: string[]; plain?: string }
  /** A provider of OpenID Connect that people sign in by. */
  sso: SsoSettings | null
  logLevel: Values['LOG_LEVEL']
}

/** Reads the settings and makes the data folder. Throws BadSetting for the first that is wrong. */
export function readSettings(environment: Environment = process.env): Settings {
  const values = Object.fromEntries(
    Object.keys(shape).map((name) => [name, settingOf(name as Name, environment)]),
  ) as Values
  const dataDir = madeFolder(values.DATA_DIR)
  const tls = tlsIn(values, bad)
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    reads: readsIn(values, values.DATABASE_URL, () =>
      bad('DATABASE_READ_URL', values.DATABASE_READ_URL, 'DATABASE_URL is not set'),
    ),
    nats: natsIn(values, values.DATABASE_URL, () => bad('NATS_URL', values.NATS_URL, 'DATABASE_URL is not set')),
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    pileUrl: (values.PILE_URL ?? values.PUBLIC_URL)?.replace(/\/+$/, ''),
    trustedProxies: networks('TRUSTED_PROXIES', values.TRUSTED_PROXIES),
    addressConnections: values.ADDRESS_CONNECTIONS,
    adminPassword: values.ADMIN_PASSWORD,
    captcha: values.CAPTCHA === 'on',
    ocppAuth: values.OCPP_AUTH,
    nodeName: values.NODE_NAME,
    drainSeconds: values.DRAIN_SECONDS,
    frameDays: values.FRAME_DAYS,
    metricsToken: values.METRICS_TOKEN,
    traces: tracesIn(values),
    metricsFrom: networks('METRICS_FROM', values.METRICS_FROM),
    diskMargin: values.DISK_MARGIN_MB * MIB,
    pileMessages: values.PILE_MESSAGES,
    frames: { largest: values.OCPP_FRAME_MB * MIB, together: values.OCPP_FRAMES_MB * MIB },
    firmwareDownloads: values.FIRMWARE_DOWNLOADS,
    diagnosticsBytes: values.DIAGNOSTICS_MB * MIB,
    tls,
    pileTls: pileTlsIn(values, { tls, bad, pem: (name, path) => pemAt(name, path, bad) }),
    map: mapIn(values),
    files: {
      folder: join(dataDir, 'files'),
      s3: bucketIn(values, (name, others) => bad(name, undefined, `${others} are set`)),
    },
    push: { services: (values.PUSH_SERVICES ?? '').split(',').flatMap((host) => host.trim().toLowerCase() || []) },
    senders: sendersIn(values, (name, others) => bad(name, undefined, `${others} is set`)),
    sso: ssoIn(values, (name, others) => bad(name, undefined, `${others} is set`)),
    logLevel: values.LOG_LEVEL,
  }
}

function networks(name: Name, given = ''): string[] {
  const list = given.split(',').flatMap((part) => part.trim() || [])
  try {
    proxiesAt(list)
    return list
  } catch (error) {
    throw bad(name, given, (error as Error).message)
  }
}

function settingOf(name: Name, environment: Environment): unknown {
  const given = environment[name] || undefined
  const read = z.safeParse(shape[name].schema, given)
  if (!read.success) throw bad(name, given)
  return read.data
}

function bad(name: Name, given: string | undefined, why?: string): BadSetting {
  const { takes, ...more } = shape[name]
  const got = 'secret' in more && given ? `${given.length} characters that are not shown` : JSON.stringify(given ?? '')
  return new BadSetting(`${name} is ${got}${why ? ` (${why})` : ''}; it takes ${takes}.`)
}

function madeFolder(given: string): string {
  const folder = resolve(given)
  try {
    make(folder)
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    throw bad('DATA_DIR', given, (error as NodeJS.ErrnoException).code)
  }
}

// Node's own recursive mkdir never returns where a parent exists and refuses, such as /proc.
function make(folder: string): void {
  if (existsSync(folder)) return
  make(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}
