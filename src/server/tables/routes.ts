import type { FastifyInstance } from 'fastify'
import { type ColumnSetting, tableDefault, tableInfo, tableList, tableSave } from '../../shared/endpoints/shell.ts'
import { entities } from '../../shared/entities/index.ts'
import { ownColumns } from '../../shared/kit/columns.ts'
import { type Entity, permissionOf } from '../../shared/kit/entity.ts'
import { audit } from '../kit/audit.ts'
import { entityFor } from '../kit/crud/masking.ts'
import { may, type Person } from '../kit/person.ts'
import { wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { columnsForAll, columnsOfPerson, keepForAll, keepForPerson } from './kept-columns.ts'

const listed = Object.values(entities as Record<string, Entity>).filter(({ calls }) => calls.list)

/** The columns that an entity's list has for this person before anybody arranges them. */
const ownOf = (entity: Entity | undefined, person: Person): ColumnSetting[] =>
  entity ? ownColumns(entityFor(entity, person)).map(({ key, hidden }) => ({ prop: key, hidden })) : []

/** How lists are arranged: by each person for themselves, and by an administrator for everybody else. */
export function tableRoutes(app: FastifyInstance): void {
  serve(app, tableList, async (_, { db, person }) => {
    const [theirs, forAll] = await Promise.all([columnsOfPerson(db, person.id), columnsForAll(db)])
    return listed
      .filter((entity) => may(person, permissionOf(entity, 'list')))
      .map((entity) => {
        const [arranged, for_all] = [theirs.get(entity.name), forAll.get(entity.name) ?? null]
        const columns = arranged ?? for_all ?? ownOf(entity, person)
        return { name: entity.name, columns, arranged: arranged !== undefined, for_all }
      })
  })

  serve(app, tableInfo, async ({ name }, { db, person }) => {
    const [theirs, forAll] = await Promise.all([columnsOfPerson(db, person.id, name), columnsForAll(db, name)])
    const defaults = ownOf(
      listed.find((entity) => entity.name === name),
      person,
    )
    return { name, columns: theirs.get(name) ?? null, for_all: forAll.get(name) ?? null, defaults }
  })

  serve(app, tableSave, async ({ name, columns }, { db, person }) => {
    await keepForPerson(db, { user_id: person.id, name, columns })
    return null
  })

  serve(app, tableDefault, async ({ name, columns }, context) => {
    const { db } = context
    if (!listed.some((entity) => entity.name === name)) throw wrongField('name', 'not_a_choice')
    const before = (await columnsForAll(db, name)).get(name) ?? null
    await keepForAll(db, name, columns)
    const [was, now] = [before, columns].map((kept) => ({ name, columns: kept }))
    await audit(db, context, {
      action: 'default',
      entity: 'table',
      entity_id: null,
      before: was ?? null,
      after: now ?? null,
    })
    return null
  })
}
