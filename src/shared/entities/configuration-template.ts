import { entity, type Row } from '../kit/entity.ts'
import { expected, instant, longText, reference, text } from '../kit/fields.ts'

/** What the configuration of every pile of a type should say. The rules of its keys are in `domain/configuration-drift.ts`. */
export const configurationTemplate = entity('configuration_template', {
  path: '/system/configuration_template',
  calls: { list: 'index', view: 'view', create: 'add', update: 'edit', remove: 'del', export: 'export' },
  fields: {
    name: text({ slot: 'title', search: true, sort: true }),
    /** Each type has one at most. */
    pile_type_id: reference('pile_type', { slot: 'line', filter: true, edit: 'create' }),
    expected: expected({ slot: 'line' }),
    remark: longText({ optional: true, slot: 'detail' }),
    applied_at: instant({ optional: true, slot: 'wide', edit: 'server' }),
  },
  sort: { prop: 'name', order: 'asc' },
  within: 'everybody',
})
export type ConfigurationTemplate = Row<typeof configurationTemplate>
