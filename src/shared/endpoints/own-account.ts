import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'

/** One's own account; what an administrator keeps of it is not changed here. */
export const ownAccount = endpoint({
  permission: 'signed_in',
  reaches: 'nothing',
  method: 'GET',
  path: '/system/user/account',
  body: z.object({}),
  data: z.object({
    id: z.int(),
    user_name: z.string(),
    name: z.string(),
    avatar: z.nullable(z.string()),
    dept: z.nullable(z.string()),
    roles: z.array(z.string()),
    language: z.nullable(z.string()),
    created_at: z.string(),
    /** Where one is reached, by channel. Null: nowhere yet. */
    contacts: z.object({ sms: z.nullable(z.string()), mail: z.nullable(z.string()), wechat: z.nullable(z.string()) }),
  }),
})
