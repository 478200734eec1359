import * as z from 'zod/mini'
import type { NatsSettings } from '../kit/nats-bus.ts'

const ADDRESS = /^(nats|tls):\/\/[^\s,/]+$/
const PORT = 4_222

/** By which nodes tell each other what changed. Nothing set: the database does. */
export const natsShape = {
  NATS_URL: {
    takes:
      'servers of NATS, such as nats://user:password@host:4222, separated by commas; tls:// for TLS; % and @ in a password as %25 and %40',
    schema: z.optional(z.string().check(z.refine((text) => addresses(text).every(isAddress)))),
    secret: true,
  },
} satisfies Record<string, { takes: string; schema: z.ZodMiniType; secret?: boolean }>

type Shape = typeof natsShape
type Values = { [N in keyof Shape]: z.output<Shape[N]['schema']> }

const addresses = (text: string) => text.split(',').map((part) => part.trim())
const isAddress = (text: string) => ADDRESS.test(text) && URL.canParse(text) && whoIn(new URL(text)) !== null

/** Null where a % stands for nothing. */
function whoIn({ username, password }: URL): { user: string; password: string } | null {
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return null
  }
}

/** What the first address says of user and password holds for all. A name without a password is a token. */
export function natsIn({ NATS_URL }: Values, databaseUrl: string | undefined, alone: () => Error): NatsSettings | null {
  if (!NATS_URL) return null
  if (!databaseUrl) throw alone()
  const urls = addresses(NATS_URL).map((text) => new URL(text))
  const [first] = urls
  const { user = '', password = '' } = (first && whoIn(first)) ?? {}
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || PORT}`),
    tls: urls.some(({ protocol }) => protocol === 'tls:'),
    ...(user && (password ? { user, password } : { token: user })),
  }
}
