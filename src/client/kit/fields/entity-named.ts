import { type EntityName, entities } from '../../../shared/entities/index.ts'
import type { Entity } from '../../../shared/kit/entity.ts'

/**
 * An entity by its name. This brings the declaration of every entity: what stands on a list at once goes without it, and loads
 * it (`loadEntity`) when something is chosen or looked up.
 */
export function entityNamed(name: string): Entity {
  const found = entities[name as EntityName]
  if (!found) throw new Error(`no entity ${name}`)
  return found as Entity
}
