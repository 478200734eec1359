import type { FastifyInstance } from 'fastify'
import { fileExport } from '../../shared/endpoints/sheets.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import type { Context } from '../kit/context.ts'
import { callsOf } from '../kit/crud/calls.ts'
import type { Records } from '../kit/crud/crud.ts'
import { may } from '../kit/person.ts'
import { Refusal, wrongField } from '../kit/refusal.ts'
import { serveFile } from '../kit/serve-file.ts'
import { exportRecords } from './export-records.ts'

type Everything = ReadonlyMap<string, Records>

/** Lists as sheets, and records from sheets: of each entity that offers it under its own path, and of any under one. */
export function sheetRoutes(app: FastifyInstance, everything: Everything): void {
  for (const records of everything.values()) {
    const { export: exported } = callsOf(records.entity)
    if (exported) serveFile(app, exported, (query, context) => exportRecords(records, query, context))
  }
  serveFile(app, fileExport, async ({ name, template, ...query }, context) => {
    const records = offering(everything, { name: name ?? template, action: 'export' }, context)
    return exportRecords(records, query, context)
  })
}

interface Asked {
  name: string | undefined
  action: 'export' | 'import'
}

/** The records of the entity that was named, if it offers this and the person may do it. */
function offering(everything: Everything, { name, action }: Asked, { person }: Context): Records {
  const records = everything.get(name ?? '')
  if (!records?.entity.calls[action]) throw wrongField('name', name ? 'not_a_choice' : 'required')
  if (!may(person, permissionOf(records.entity, action))) throw new Refusal(403, 'no_permission')
  return records
}
