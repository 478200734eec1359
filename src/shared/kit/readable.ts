import { type Entity, fieldsOf } from './entity.ts'

/** By the fields that are left out: a screen that asks again gets the same one. */
const known = new WeakMap<Entity, Map<string, Entity>>()

/** The fields that someone with these permissions may not read. */
export const unreadable = (entity: Entity, may: (permission: string) => boolean): string[] =>
  fieldsOf(entity)
    .filter(([, { needs }]) => needs !== undefined && !may(needs))
    .map(([name]) => name)

/** The entity as someone with these permissions knows it: a field that they may not read is none of it. */
export function readable<E extends Entity>(entity: E, may: (permission: string) => boolean): E {
  const left = unreadable(entity, may)
  if (!left.length) return entity
  const versions = known.get(entity) ?? new Map<string, Entity>()
  known.set(entity, versions)
  const key = left.join()
  const made = versions.get(key) ?? {
    ...entity,
    fields: Object.fromEntries(fieldsOf(entity).filter(([name]) => !left.includes(name))),
  }
  versions.set(key, made)
  return made as E
}
