import type { FastifyInstance } from 'fastify'
import { aboutRoutes } from '../about/routes.ts'
import { demoRoutes } from '../demo/routes.ts'
import { dictionaryRoutes } from '../dictionaries/routes.ts'
import type { Records } from '../kit/crud/crud.ts'
import { languageRoutes } from '../languages/routes.ts'
import { localDataRoutes } from '../local-data/routes.ts'
import { protocols } from '../ocpp/protocols.ts'
import { protocolLogRoutes } from '../protocol-log/routes.ts'
import type { CurrentSettings } from '../settings/current-settings.ts'
import { sheetRoutes } from '../sheets/routes.ts'
import { tableRoutes } from '../tables/routes.ts'
import { viewRoutes } from '../tables/views.ts'
import { demoPorts } from './demo-ports.ts'
import { projectRoot } from './project-root.ts'

interface Parts {
  version: string
  /** Whether the database is the console's own. */
  embedded: boolean
  /** Of at least 32 bytes: what devices encrypt their copies with is derived from it. */
  secret: Buffer
  settings: CurrentSettings
  changed(entity: string, id: number): void
}

/** What the console itself asks for, and what anybody may try the API with. */
export function consoleRoutes(api: FastifyInstance, records: ReadonlyMap<string, Records>, parts: Parts): void {
  const { version, embedded, secret, settings, changed } = parts
  tableRoutes(api)
  viewRoutes(api)
  sheetRoutes(api, records)
  languageRoutes(api)
  dictionaryRoutes(api, changed)
  aboutRoutes(api, { version, embedded, root: projectRoot })
  protocolLogRoutes(api, {
    open: async () => (await settings()).public_protocol_log,
    publicWords: protocols.publicWords,
  })
  localDataRoutes(api, { secret, encrypts: async () => (await settings()).local_encryption })
  demoRoutes(api, demoPorts(records, { version, settings }))
}
