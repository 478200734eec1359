import * as z from 'zod/mini'

/** How the server is seen from outside. */
export const watchShape = {
  METRICS_TOKEN: {
    takes: '16 to 200 characters without spaces, shown as a Bearer token',
    schema: z.optional(z.string().check(z.regex(/^\S{16,200}$/))),
    secret: true,
  },
  METRICS_FROM: {
    takes:
      'addresses or networks such as 10.0.0.5, 10.1.0.0/24, separated by commas, from which /metrics is seen without a token',
    schema: z.optional(z.string()),
  },
} satisfies Record<string, { takes: string; schema: z.ZodMiniType; secret?: boolean }>
