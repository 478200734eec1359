import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { isForWalls } from '../../shared/endpoints/wall-calls.ts'
import { type Identify, isApp, isForPeople, may, NOBODY, narrowed, type Person } from './person.ts'
import { Refusal } from './refusal.ts'

/**
 * Holds every route to its permission, before its body is read, and narrows the person to the records for which it holds. A
 * route that names no permission, or does not say whose records it touches, stops the server at start.
 */
export function guardRoutes(app: FastifyInstance, identify: Identify): void {
  const routes: RouteOptions[] = []
  app.decorate('everyRoute', routes)
  app.decorateRequest('person')
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  app.addHook('onReady', async () => {
    const named = (open: readonly RouteOptions[]) => open.map(({ method, url }) => `${method} ${url}`).join(', ')
    const open = routes.filter(({ config }) => !config?.permission)
    if (open.length) throw new Error(`Routes name no permission: ${named(open)}`)
    const boundless = routes.filter(({ config }) => config?.permission !== 'public' && !config?.reaches)
    if (boundless.length) throw new Error(`Routes do not say whose records they touch: ${named(boundless)}`)
  })
  app.addHook('onRequest', async (request) => {
    // Only an address that is no route at all names none here.
    const permission = request.routeOptions.config?.permission ?? 'public'
    const person = permission === 'public' ? NOBODY : await personOf(request, identify)
    // Who is refused is known to the log.
    request.person = person
    // Before anything else: anyone who adds a route need not think of it.
    if (person.must_enrol && !request.routeOptions.config?.enrolling)
      throw new Refusal(403, 'must_enrol', { data: { must_enrol: true } })
    if (person.wall !== undefined && !isOfWalls(request)) throw new Refusal(403, 'refusals:wall_only_looks')
    if (!may(person, permission)) throw lacking(person, permission)
    request.person = narrowed(person, permission)
  })
}

/** Held by the route itself, so that no role opens another. */
const isOfWalls = ({ routeOptions: { config, method, url = '' } }: FastifyRequest) =>
  config?.permission === 'public' || isForWalls(String(method), url.replace(/^\/api/, ''))

/** A program's maker reads why; people are told in the specification's words. */
function lacking(person: Person, permission: string): Refusal {
  if (!isApp(person)) return new Refusal(403, 'no_permission')
  if (isForPeople(permission)) return new Refusal(403, 'refusals:people_only')
  return new Refusal(403, 'refusals:app_lacks', { figures: { permission } })
}

async function personOf(request: FastifyRequest, identify: Identify): Promise<Person> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const person = token ? await identify(token) : null
  if (!person) throw new Refusal(401, 'session_expired')
  return person
}

/** Room for plugins of others, whose routes cannot name a permission: they are open to everybody. */
export function openly(app: FastifyInstance, fill: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, permission: 'public' }
    })
    fill(scope)
  })
}
