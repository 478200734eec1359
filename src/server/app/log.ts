import { type Logger, pino } from 'pino'
import type { Settings } from './settings.ts'

const secrets = ['authorization', 'cookie', 'password', 'token', 'access_token', 'refresh_token', 'secret']
const places = ['', '*.', 'req.headers.', 'request.headers.', 'body.', 'err.']

/** One JSON line an event, on the standard output. What could let somebody in is never in it. */
export const createLog = (level: Settings['logLevel']): Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: places.flatMap((place) => secrets.map((name) => place + name)), remove: true },
  })
