import * as z from 'zod/mini'
import { permissionTo } from '../commands/declare.ts'
import { offered } from '../commands/index.ts'
import { DIAGNOSTICS } from '../commands/upload-diagnostics.ts'
import { DIAGNOSTICS_STATES } from '../domain/diagnostics.ts'
import { endpoint } from '../kit/endpoint.ts'
import { identity } from './inputs.ts'

const permission = permissionTo(offered.upload_diagnostics)
const by = z.object({ name: z.string(), at: z.string() })

/** What a pile was asked to upload of its diagnostics, newest first: the last 50. */
export const pileDiagnostics = endpoint({
  method: 'POST',
  path: '/system/device/diagnostics',
  permission,
  reaches: { pile: 'id' },
  body: z.object({ id: identity }),
  data: z.object({
    rows: z.array(
      z.object({
        id: z.int(),
        asked_at: z.string(),
        what: z.enum(DIAGNOSTICS),
        /** The address of another server that it goes to; null: here. */
        elsewhere: z.nullable(z.string()),
        /** Null for the console itself. */
        asked_by: z.nullable(z.string()),
        state: z.enum(DIAGNOSTICS_STATES),
        /** The pile's word for why it failed, where it said one. */
        said: z.nullable(z.string()),
        received_at: z.nullable(z.string()),
        /** Null where none came, or where it was removed from the files. */
        file: z.nullable(z.object({ name: z.string(), size_bytes: z.int() })),
        /** Who fetched it last. */
        fetched: z.nullable(by),
      }),
    ),
  }),
})

/** The file that came. */
export const diagnosticsFile = endpoint({
  method: 'POST',
  path: '/system/device/diagnostics/file',
  permission,
  reaches: { pile: 'id' },
  body: z.object({ id: identity, upload_id: identity }),
  data: z.null(),
  answers: 'file',
})
