import type { FastifySchema } from 'fastify'
import * as z from 'zod/mini'

const refused = z.object({ error: z.string(), error_description: z.string() })

/** What the API page says of the way to a token. */
export const tokenDocumentation: FastifySchema = {
  tags: ['oauth'],
  summary: 'token',
  description:
    'Gives a client app its token (RFC 6749, 4.4). The app authenticates by HTTP Basic, or by client_id and client_secret in the form. Asks for less than it may do by `scope`: permission codes, a space between.',
  security: [],
  consumes: ['application/x-www-form-urlencoded'],
  body: z.object({
    grant_type: z.literal('client_credentials'),
    client_id: z.optional(z.string()),
    client_secret: z.optional(z.string()),
    scope: z.optional(z.string()),
  }),
  response: {
    200: z.object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.int(),
      scope: z.string(),
    }),
    '4xx': refused,
  },
}
