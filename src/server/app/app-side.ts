import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { clientAppExtension } from '../apps/app-extension.ts'
import { AppPeople } from '../apps/app-people.ts'
import { AppTokens } from '../apps/app-tokens.ts'
import type { ClientAppPorts } from '../apps/ports.ts'
import { clientAppRoutes } from '../apps/routes.ts'
import { tokenRoute } from '../apps/token-route.ts'
import { findUsers } from '../auth/find-people.ts'
import type { Bus } from '../kit/bus.ts'
import type { Extensions } from '../kit/crud/every-entity.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Identify } from '../kit/person.ts'
import type { ProcessState } from '../kit/process-state.ts'
import type { SignInTries } from '../logs/sign-in-tries.ts'

interface AppSide {
  state: ProcessState[]
  /** Finds anyone who a token speaks for: a person, else a client app. */
  identify: Identify
  extensions: Pick<Extensions, 'client_app'>
  routes(api: FastifyInstance): void
}

/** Programs that call the API in their own name. `people` finds the person of a token. */
export function appSide(
  db: Kysely<Database>,
  tokenKey: Uint8Array,
  { bus, people, tries }: { bus: Bus; people: Identify; tries: SignInTries },
): AppSide {
  const tokens = new AppTokens(tokenKey)
  const ports: ClientAppPorts = { tried: tries.note, people: findUsers }
  const apps = new AppPeople({ db, tokens, ports, bus })
  const forget = () => apps.forget()
  return {
    identify: async (token) => (await people(token)) ?? apps.identify(token),
    state: [apps.state],
    extensions: { client_app: clientAppExtension(ports, forget) },
    routes(api) {
      clientAppRoutes(api, forget)
      tokenRoute(api, { db, tokens, ports })
    },
  }
}
