import type { FastifySchema } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '../../shared/kit/endpoint.ts'
import { isForPeople } from './person.ts'

const refused = z.object({
  code: z.int(),
  message: z.string(),
  data: z.nullable(z.looseObject({ errors: z.optional(z.record(z.string(), z.string())) })),
})
const file = z.any().check(z.describe('The file.'))
const repeatableHeaders = z.object({
  'idempotency-key': z.optional(z.string()),
  /** Keys, with commas between them, under which it was asked for in other words. */
  'instead-of': z.optional(z.string()),
  /** ISO 8601: what the caller's clock shows. */
  'client-time': z.optional(z.string()),
})

const WHO: Record<string, string> = { public: 'Open to everybody.', signed_in: 'For people who are signed in.' }

const CONSUMES: Record<NonNullable<Endpoint['takes']>, string[]> = {
  form: ['multipart/form-data'],
  fields: ['application/x-www-form-urlencoded', 'application/json'],
}

/** What the API page says of an endpoint; its body is also what validates. */
export function documentation({
  method,
  path,
  permission,
  body,
  data,
  repeatable,
  takes,
  answers,
}: Endpoint): FastifySchema {
  const [, ...parts] = path.split('/')
  return {
    tags: [parts.slice(0, -1).join('/') || path],
    summary: parts.at(-1) ?? path,
    description: WHO[permission] ?? `Needs the permission \`${permission}\`.`,
    ...securityOf(permission),
    ...(takes && { consumes: CONSUMES[takes] }),
    ...(repeatable && { headers: repeatableHeaders }),
    [method === 'GET' ? 'querystring' : 'body']: body,
    response: {
      200: answers === 'file' ? file : z.object({ code: z.literal(200), message: z.string(), data }),
      '4xx': refused,
    },
  }
}

/** How it is called, where not both ways are open: a person's token, a client app's. */
function securityOf(permission: string): Pick<FastifySchema, 'security'> {
  if (permission === 'public') return { security: [] }
  return isForPeople(permission) ? { security: [{ token: [] }] } : {}
}
