import { handler } from './message.ts'

/** Tells the time. That the pile was heard is noted for every message alike. */
export const heartbeat = handler('Heartbeat', () => ({ currentTime: new Date().toISOString() }))
