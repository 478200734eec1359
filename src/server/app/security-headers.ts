import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Settings } from './settings.ts'

type Place = Pick<Settings, 'tls' | 'publicUrl' | 'map'>

/** Of what a browser could give a page the console asks for these alone: the scanner, a site's place, what is copied. */
export const PERMISSIONS = [
  'camera=(self)',
  'geolocation=(self)',
  'clipboard-write=(self)',
  ...['microphone', 'payment', 'usb', 'serial', 'bluetooth', 'midi', 'display-capture', 'browsing-topics'].map(
    (feature) => `${feature}=()`,
  ),
].join(', ')

/**
 * Nothing but our own scripts and styles counts, nobody else's page shows ours, and ours shows only the pages that the menu
 * names: `framed` gives their origins.
 */
export function securityHeaders({ tls, publicUrl, map }: Place, framed: () => string): FastifyHelmetOptions {
  const secure = Boolean(tls) || publicUrl?.startsWith('https:') === true
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(map.tiles ? [new URL(map.tiles).origin] : [])],
        // Older browsers do not take the live channel's ws: for part of 'self'.
        connectSrc: ["'self'", ...(publicUrl ? [publicUrl.replace(/^http/, 'ws')] : [])],
        workerSrc: ["'self'"],
        frameSrc: [framed],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    // On a plain address in a local network these would lock people out or only fill their consoles.
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginOpenerPolicy: secure ? { policy: 'same-origin' } : false,
    originAgentCluster: false,
    referrerPolicy: { policy: 'same-origin' },
  }
}
