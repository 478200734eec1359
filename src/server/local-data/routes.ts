import { hkdfSync } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { localKey } from '../../shared/endpoints/local-data.ts'
import { serve } from '../kit/serve.ts'

interface LocalData {
  /** The secret that the keys are derived from: anyone who changes it makes what devices keep unreadable. */
  secret: Buffer
  /** Whether devices are to encrypt what they keep. */
  encrypts(): Promise<boolean>
}

/** Each person has a key of their own. It is kept nowhere: it follows from the server's secret (HKDF, RFC 5869). */
export function localDataRoutes(app: FastifyInstance, { secret, encrypts }: LocalData): void {
  const keyOf = (userId: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `local data of ${userId}`, 32)).toString('base64')
  serve(app, localKey, async (_, { person }) => ({ key: (await encrypts()) ? keyOf(person.id) : null }))
}
