import type { FastifyInstance } from 'fastify'
import { entities } from '../../../shared/entities/index.ts'
import type { Entity } from '../../../shared/kit/entity.ts'
import { crud, type Records } from './crud.ts'
import type { Extension } from './extension.ts'

/** What features add to entities, under the entities' names. */
export type Extensions = { [N in keyof typeof entities]?: Extension<(typeof entities)[N]> }

/** Answers the calls of every entity there is: a plain one needs no code of its own. Gives their records by the entities' names. */
export function everyEntity(app: FastifyInstance, extensions: Extensions): Map<string, Records> {
  const records = Object.entries(entities as Record<string, Entity>).map(
    ([name, entity]) =>
      [name, crud(app, entity, extensions[name as keyof Extensions] as Extension | undefined)] as const,
  )
  return new Map(records)
}
