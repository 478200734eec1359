import * as z from 'zod/mini'
import { customerData } from '../commands/customer-data.ts'
import { permissionTo } from '../commands/declare.ts'
import { endpoint } from '../kit/endpoint.ts'
import { identity } from './inputs.ts'

/** What a pile told of a customer when a command asked for it: personal, so it is in no list and in no log. */
export const customerReport = endpoint({
  method: 'POST',
  path: '/system/device/customer_report',
  permission: permissionTo(customerData),
  reaches: { pile: 'id' },
  body: z.object({ id: identity, command_id: identity }),
  data: z.object({
    /** Null: nothing came yet, or it is not kept any more. */
    report: z.nullable(
      z.object({
        text: z.string(),
        /** No part of it is missing. */
        is_whole: z.boolean(),
        /** It was longer than what is kept. */
        is_cut: z.boolean(),
        told_at: z.string(),
      }),
    ),
  }),
})
