import { callsOf } from '../../src/server/kit/crud/calls.ts'
import { bulkCommands, pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { entities } from '../../src/shared/entities/index.ts'
import type { Endpoint } from '../../src/shared/kit/endpoint.ts'
import type { Entity } from '../../src/shared/kit/entity.ts'

const modules = import.meta.glob<Record<string, unknown>>('../../src/shared/endpoints/*.ts', { eager: true })

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' &&
  value !== null &&
  ['method', 'path', 'permission', 'body', 'data'].every((key) => key in value)

/** Every endpoint that the shared modules declare, and those that follow from the commands. */
export const declaredEndpoints: Endpoint[] = [
  ...Object.values(modules).flatMap((module) => Object.values(module).filter(isEndpoint)),
  ...(Object.values(pileCommands) as unknown as Endpoint[]),
  ...(bulkCommands.values() as unknown as Iterable<Endpoint>),
]

export const allEntities: Entity[] = Object.values(entities)

/** Those and the plain calls of every entity: the whole API. */
export const everyEndpoint: Endpoint[] = [
  ...declaredEndpoints,
  ...allEntities.flatMap((entity) => Object.values(callsOf(entity)).filter((call) => call !== null)),
] as Endpoint[]

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
