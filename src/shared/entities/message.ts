import { entity, type Row } from '../kit/entity.ts'
import { choice, count, instant, longText, status, text } from '../kit/fields.ts'

/** What the server tells a person outside of the console, and what became of it. Only the server writes it. */
export const message = entity('message', {
  path: '/system/message',
  calls: { list: 'index', export: 'export' },
  fields: {
    subject: text({ max: 200, slot: 'title', search: true, edit: 'server' }),
    /** queued: will be sent or tried again; kept: nothing is set that could send it, so it is read here. */
    state: status(
      { queued: 'charging', sent: 'available', failed: 'faulted', kept: 'waiting' },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    channel: choice(['sms', 'mail', 'wechat', 'push'], { slot: 'line', filter: true, edit: 'server' }),
    recipient: text({ max: 254, slot: 'line', search: true, masked: 'message.contact', edit: 'server' }),
    /** Codes in it are dots, except for anyone who may do everything where nothing is set that could send them. */
    body: longText({ max: 2000, slot: 'wide', edit: 'server' }),
    tries: count({ slot: 'detail', edit: 'server' }),
    failure: choice(['refused', 'unreachable', 'too_late'], {
      optional: true,
      filter: true,
      slot: 'line',
      edit: 'server',
    }),
    /** What the service said last, in its own words. */
    problem: text({ max: 200, optional: true, slot: 'detail', edit: 'server' }),
    service: text({ optional: true, slot: 'detail', edit: 'server' }),
    /** The service's own name for it. */
    reference: text({ max: 200, optional: true, slot: 'detail', edit: 'server' }),
    sent_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
    next_try_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
  },
  sort: { prop: 'created_at', order: 'desc' },
  within: 'whole',
})
export type Message = Row<typeof message>
