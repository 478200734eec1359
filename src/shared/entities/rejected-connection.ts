import { entity, type Row } from '../kit/entity.ts'
import { count, instant, status, text } from '../kit/fields.ts'

/** A pile that knocked and was not let in, and why; repeated knocks count up. */
export const rejectedConnection = entity('rejected_connection', {
  path: '/system/rejected-connection',
  calls: { list: 'index', export: 'export' },
  fields: {
    station_number: text({ max: 255, slot: 'title', search: true, edit: 'server' }),
    reason: status(
      {
        unknown_station: 'waiting',
        wrong_password: 'faulted',
        no_password: 'faulted',
        disabled: 'offline',
        unsupported_protocol: 'faulted',
        too_many_attempts: 'faulted',
        certificate_expired: 'faulted',
        certificate_foreign: 'faulted',
        certificate_of_another: 'faulted',
        certificate_revoked: 'faulted',
        lower_profile: 'faulted',
      },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    /** Whether it offered a password, and whether that is good enough to become its own. */
    offered: status({ good: 'available', weak: 'faulted', none: 'offline' }, { slot: 'line', edit: 'server' }),
    /** Of the password that it offered, under a key of this server: tells two passwords apart and tells nothing of either. */
    fingerprint: text({ max: 16, optional: true, slot: 'line', edit: 'server' }),
    address: text({ slot: 'line', edit: 'server' }),
    protocol: text({ max: 200, optional: true, slot: 'line', edit: 'server' }),
    attempts: count({ slot: 'lead', sort: true, edit: 'server' }),
    first_at: instant({ slot: 'wide', edit: 'server' }),
    last_at: instant({ slot: 'wide', sort: true, edit: 'server' }),
  },
  sort: { prop: 'last_at', order: 'desc' },
  within: 'whole',
})
export type RejectedConnection = Row<typeof rejectedConnection>
