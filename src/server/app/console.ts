import { basename } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openly } from '../kit/guard.ts'

const day = 86_400

/**
 * Serves the built console. Its routes are the browser's: every page that is asked for, and that nothing
 * else answers, is the console's one page.
 */
export function serveConsole(app: FastifyInstance, folder: string): void {
  const options: FastifyStaticOptions = {
    root: folder,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => void reply.setHeader('cache-control', cachingOf(path)),
  }
  // Once for `sendFile`, which must be known where no route is found, once for the files' routes.
  app.register(fastifyStatic, { ...options, serve: false })
  openly(app, (scope) => void scope.register(fastifyStatic, { ...options, decorateReply: false }))
}

/** Whether a request that no route answers is a person opening a page, rather than a program missing a file. */
export const opensPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  !/^\/(api|pub|ocpp|assets)\//.test(url)

export const consolePage = (reply: FastifyReply): FastifyReply => reply.sendFile('index.html')

/** Names under assets/ carry their content's hash; the rest keep their names and must be asked for again. */
function cachingOf(path: string): string {
  if (/[/\\]assets[/\\]/.test(path)) return `public, max-age=${365 * day}, immutable`
  if (/\.(html|js)(\.br|\.gz)?$/.test(basename(path))) return 'no-cache'
  return `public, max-age=${day}`
}
