import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'

/** What runs here, since when and on what; the licences of what it is made of. */
export const about = endpoint({
  method: 'GET',
  path: '/system/index/about',
  permission: 'about.view',
  reaches: 'nothing',
  body: z.object({}),
  data: z.object({
    version: z.string(),
    license: z.string(),
    node: z.string(),
    /** Operating system and processor. */
    system: z.string(),
    host: z.string(),
    started_at: z.string(),
    /** What the process holds of the machine's memory. */
    memory_bytes: z.int(),
    database: z.object({
      version: z.string(),
      /** Started and kept by the server itself, from its data folder. */
      embedded: z.boolean(),
      started_at: z.string(),
      size_bytes: z.int(),
      connections: z.int(),
      /** The last migration that ran. */
      migration: z.string(),
    }),
    /** What was uploaded. */
    files: z.object({ count: z.int(), size_bytes: z.int() }),
    piles: z.object({ online: z.int(), total: z.int() }),
    packages: z.array(z.object({ name: z.string(), version: z.string(), license: z.string() })),
  }),
})
