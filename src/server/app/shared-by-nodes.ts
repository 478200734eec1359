import type { Authority } from '../certificates/authority.ts'
import { markOf } from '../files/file-place.ts'
import type { Shares } from '../nodes/shares.ts'
import type { ServerDeps } from './server-deps.ts'

/** What of this server has to be the same at all that share its database. */
export function sharedByNodes({ secrets, settings, database }: ServerDeps, authority: Authority | null): Shares {
  return {
    ...{ captcha: secrets.captchaKey, factor: secrets.factorKey, push: secrets.pushKey },
    ...(authority && { pile_authority: authority.roots }),
    files: markOf(settings.files),
    bus: settings.nats ? 'nats' : 'database',
    read_replica: database.replica ? 'set' : 'none',
  }
}
