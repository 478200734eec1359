import * as z from 'zod/mini'
import { whole } from './whole-setting.ts'

const LAG_S = 10

/** A standby that answers what may be a few seconds old. */
export const readShape = {
  DATABASE_READ_URL: {
    takes:
      'a standby of DATABASE_URL that answers lists, statistics, exports and the dashboard: postgres://user:password@host:5432/database',
    schema: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\/\S+$/))),
    secret: true,
  },
  DATABASE_READ_LAG_S: {
    takes: 'seconds that this standby may be behind, 2 to 300; while it is further behind the primary answers',
    schema: whole(2, 300, LAG_S),
  },
} satisfies Record<string, { takes: string; schema: z.ZodMiniType; secret?: boolean }>

type Shape = typeof readShape
type Values = { [N in keyof Shape]: z.output<Shape[N]['schema']> }

export interface ReadSettings {
  url: string
  mostLagS: number
}

/** Null where the primary answers everything. */
export function readsIn(values: Values, databaseUrl: string | undefined, alone: () => Error): ReadSettings | null {
  const { DATABASE_READ_URL: url, DATABASE_READ_LAG_S: mostLagS } = values
  if (!url) return null
  if (!databaseUrl) throw alone()
  return { url, mostLagS }
}
