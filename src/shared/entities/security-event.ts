import { entity, type Row } from '../kit/entity.ts'
import { count, instant, reference, status, text } from '../kit/fields.ts'

/** What a pile said of its security (OCPP security whitepaper, A04). */
export const securityEvent = entity('security_event', {
  path: '/system/security_event',
  calls: { list: 'index', export: 'export' },
  fields: {
    /** The standard's word, or one of the pile's maker. */
    type: text({
      max: 60,
      slot: 'title',
      search: true,
      edit: 'server',
      words: ['alarms:codes', 'security_events:types'],
    }),
    /** As the whitepaper says it (8); own: of a type that it does not know. */
    severity: status(
      { critical: 'faulted', ordinary: 'waiting', own: 'offline' },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    pile_id: reference('pile', { slot: 'line', search: true, filter: true, edit: 'server' }),
    site_id: reference('site', { optional: true, slot: 'wide', filter: true, edit: 'server' }),
    info: text({ max: 255, optional: true, slot: 'line', search: true, edit: 'server' }),
    /** More than one: the pile said it again, or it is one of many of a day that are counted. */
    times: count({ slot: 'line', edit: 'server' }),
    received_at: instant({ slot: 'line', sort: true, filter: true, edit: 'server' }),
    /** By the pile's clock. */
    at: instant({ optional: true, slot: 'wide', edit: 'server' }),
    first_at: instant({ slot: 'detail', edit: 'server' }),
  },
  sort: { prop: 'received_at', order: 'desc' },
  within: { site: 'site_id', pile: 'pile_id' },
})
export type SecurityEvent = Row<typeof securityEvent>
