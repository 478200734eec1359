import { type RawBuilder, sql } from 'kysely'
import { entities } from '../../../shared/entities/index.ts'
import { type Entity, fieldsOf, titleFields } from '../../../shared/kit/entity.ts'
import { count, type Field, instant } from '../../../shared/kit/fields.ts'

/** Where the identities of a `references` field are kept: `strategy_rule (strategy_id, rule_id)` for `rule_ids` of strategy. */
export interface Pairs {
  table: string
  own: string
  other: string
}

export function pairsOf(entity: Entity, name: string): Pairs {
  const other = name.replace(/_ids$/, '')
  return { table: `${entity.name}_${other}`, own: `${entity.name}_id`, other: `${other}_id` }
}

/** What every record has besides its fields. */
const COMMON: Record<string, Field> = {
  id: count({ most: Number.MAX_SAFE_INTEGER }),
  created_at: instant(),
  updated_at: instant(),
}

/** A field or common column by the name a caller gave; nothing that is only inherited by every object. */
export function fieldNamed(entity: Entity, name: string): Field | undefined {
  if (Object.hasOwn(entity.fields, name)) return entity.fields[name]
  return Object.hasOwn(COMMON, name) ? COMMON[name] : undefined
}

/** Fields that are columns of the entity's own table under their own name. */
export const ownColumns = (entity: Entity): string[] =>
  fieldsOf(entity)
    .filter(([, { kind }]) => kind !== 'secret' && kind !== 'references')
    .map(([name]) => name)

export const fieldsOfKind = (entity: Entity, kind: Field['kind']): [string, Field][] =>
  fieldsOf(entity).filter(([, field]) => field.kind === kind)

export function entityNamed(name: string | undefined): Entity {
  const found = Object.values(entities as Record<string, Entity>).find((entity) => entity.name === name)
  if (!found) throw new Error(`There is no entity ${name}`)
  return found
}

/** What names a record to people where others point at it, of the entity's table as `alias`. An empty text is never kept, so null is none. */
export function titleIn(entity: Entity, alias: string): RawBuilder<string> {
  const names = titleFields(entity).map((name) => sql<string>`${sql.ref(`${alias}.${name}`)}::text`)
  return names.length > 1 ? sql`coalesce(${sql.join(names)})` : sql`${sql.join(names)}`
}
