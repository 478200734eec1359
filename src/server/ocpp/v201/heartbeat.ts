import { reporter } from '../every-version/message.ts'

/** Tells the time (G02). That the pile was heard is noted for every message alike. */
export const heartbeat = reporter('Heartbeat', () => ({
  answer: { currentTime: new Date().toISOString() },
  sign: { shows: 'heartbeat' },
}))
