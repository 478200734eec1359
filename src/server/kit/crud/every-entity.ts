import type { FastifyInstance } from 'fastify'
import { entities } from '../../../shared/entities/index.ts'
import type { Entity } from '../../../shared/kit/entity.ts'
import { crud } from './crud.ts'
import type { Extension } from './extension.ts'

/** What features add to entities, under the entities' names. */
export type Extensions = { [N in keyof typeof entities]?: Extension<(typeof entities)[N]> }

/** Answers the calls of every entity there is: a plain one needs no code of its own. */
export function everyEntity(app: FastifyInstance, extensions: Extensions): void {
  for (const [name, entity] of Object.entries(entities as Record<string, Entity>))
    crud(app, entity, extensions[name as keyof Extensions] as Extension | undefined)
}
