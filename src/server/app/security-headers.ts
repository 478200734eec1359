import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Settings } from './settings.ts'

/** Nothing but our own scripts runs, and nobody else's page shows ours. */
export const securityHeaders = ({
  tls,
  publicUrl,
  map,
}: Pick<Settings, 'tls' | 'publicUrl' | 'map'>): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...(map.tiles ? [new URL(map.tiles).origin] : [])],
      // Older browsers do not take the live channel's ws: for part of 'self'.
      connectSrc: ["'self'", ...(publicUrl ? [publicUrl.replace(/^http/, 'ws')] : [])],
      workerSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'self'"],
    },
  },
  // On a plain address in a local network these would lock people out or only fill their consoles.
  strictTransportSecurity:
    tls || publicUrl?.startsWith('https:') ? { maxAge: 15_552_000, includeSubDomains: false } : false,
  crossOriginOpenerPolicy: tls ? { policy: 'same-origin' } : false,
  originAgentCluster: false,
  referrerPolicy: { policy: 'same-origin' },
})
