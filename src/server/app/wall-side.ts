import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { layoutOf } from '../dashboard/layouts.ts'
import type { Extensions } from '../kit/crud/every-entity.ts'
import type { Database } from '../kit/database/tables.ts'
import { wallRoutes } from '../walls/routes.ts'
import { wallExtension } from '../walls/wall-extension.ts'
import { tidyWalls } from '../walls/wall-keys.ts'
import { WallPeople } from '../walls/wall-people.ts'

interface WallSide {
  people: WallPeople
  extensions: Pick<Extensions, 'wall_display'>
  routes(api: FastifyInstance): void
  tidy(): Promise<void>
}

interface Parts {
  version: string
  changed(entity: string, id: number): void
}

/** Screens on walls that show the dashboard: what lets them in, and what they may see. */
export function wallSide(db: Kysely<Database>, parts: Parts): WallSide {
  const people = new WallPeople(db)
  return {
    people,
    extensions: { wall_display: wallExtension(() => people.forget()) },
    routes: (api) => wallRoutes(api, { people, ports: { ...parts, layoutOf } }),
    tidy: () => tidyWalls(db),
  }
}
