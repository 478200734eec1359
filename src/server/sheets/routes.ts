import type { FastifyInstance } from 'fastify'
import { fileExport, fileImport } from '../../shared/endpoints/sheets.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { type Context, narrowedTo } from '../kit/context.ts'
import { sheetCallsOf } from '../kit/crud/calls.ts'
import type { Records } from '../kit/crud/crud.ts'
import { entityFor } from '../kit/crud/masking.ts'
import { may } from '../kit/person.ts'
import { Refusal, wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { serveFile } from '../kit/serve-file.ts'
import { exportRecords } from './exports/export-records.ts'
import { type ImportForm, importRecords } from './imports/import-records.ts'
import type { RawSheet } from './imports/raw-sheet.ts'
import { readSheet } from './imports/read-sheet.ts'
import { template } from './imports/template.ts'
import { takeUploads } from './imports/upload.ts'

type Everything = ReadonlyMap<string, Records>
type Offer = { records: Records } & ReturnType<typeof sheetCallsOf>

/** Lists as sheets, and records from sheets: of each entity that offers it under its own path, and of any under one. */
export function sheetRoutes(app: FastifyInstance, everything: Everything): void {
  const offers: Offer[] = [...everything.values()].map((records) => ({ records, ...sheetCallsOf(records.entity) }))
  for (const { records, export: exported } of offers) {
    if (exported) serveFile(app, exported, (query, context) => exportRecords(records, query, context))
  }
  serveFile(app, fileExport, async ({ name, template: wanted, ...query }, context) => {
    if (wanted !== undefined) {
      const { entity } = offering(everything, { name: wanted, action: 'import' }, context)
      return template(entityFor(entity, context.person), query.format, context.language)
    }
    const records = offering(everything, { name, action: 'export' }, context)
    return exportRecords(records, query, narrowedTo(context, permissionOf(records.entity, 'export')))
  })
  app.register(async (scope) => {
    takeUploads(scope)
    importRoutes(scope, everything, offers)
  })
}

function importRoutes(app: FastifyInstance, everything: Everything, offers: readonly Offer[]): void {
  const deps = { everything, changed: app.kit.changed }
  for (const { records, import: imported } of offers) {
    if (!imported) continue
    const keep = (form: ImportForm, context: Context, sheet: RawSheet) =>
      importRecords(records, { ...form, sheet }, deps, context)
    serve(app, imported, keep, { prepare: ({ file }: ImportForm) => readSheet(file.content) })
  }
  const asked = (name: string | undefined, context: Context) =>
    offering(everything, { name, action: 'import' }, context)
  serve(
    app,
    fileImport,
    async ({ name, ...form }, context, sheet: RawSheet) => {
      const records = asked(name, context)
      const narrowed = narrowedTo(context, permissionOf(records.entity, 'import'))
      return importRecords(records, { ...form, sheet }, deps, narrowed)
    },
    {
      async prepare({ name, file }, context) {
        asked(name, context) // nobody's sheet is read who may not bring one
        return readSheet(file.content)
      },
    },
  )
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
