import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { identity } from './inputs.ts'

export const REVOKE = 'certificate.revoke'

/** Takes a certificate back: from now on it lets nobody in, and who is in by it is sent away. */
export const revokeCertificate = endpoint({
  method: 'POST',
  path: '/system/certificate/revoke',
  permission: REVOKE,
  reaches: { certificate: 'id' },
  body: z.object({ id: identity }),
  data: z.null(),
  repeatable: true,
  changes: 'certificate',
})
