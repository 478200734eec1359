import { type CommandName, commands } from '../commands/index.ts'
import { entity, type Row } from '../kit/entity.ts'
import { choice, gun, instant, longText, reference, status, text } from '../kit/fields.ts'

/** A call from the console to a pile and what became of it. */
export const command = entity('command', {
  path: '/system/command',
  calls: { list: 'index', export: 'export' },
  fields: {
    /** What was asked, by our name for it, whatever the pile speaks. */
    action: choice(Object.keys(commands) as CommandName[], { slot: 'title', filter: true, edit: 'server' }),
    /**
     * What is known, and no more (docs/operating.md). accepted: the pile said yes, its effect was not seen yet; no_effect:
     * nothing followed in time; timed_out: sent, and no answer came; unclear: it answered with a word that nobody knows;
     * failed: it said yes and then that it did not work; not_connected and not_sent: the pile never had it.
     */
    status: status(
      {
        queued: 'offline',
        sent: 'charging',
        accepted: 'charging',
        done: 'available',
        refused: 'faulted',
        failed: 'faulted',
        no_effect: 'waiting',
        timed_out: 'waiting',
        unclear: 'waiting',
        not_connected: 'offline',
        not_sent: 'offline',
      },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    /** The pile's latest word of how it gets on: Downloading, UploadFailed, RebootRequired. */
    progress: text({ optional: true, slot: 'line', edit: 'server', words: ['pile_page:command.progress'] }),
    pile_id: reference('pile', { slot: 'line', search: true, filter: true, edit: 'server' }),
    connector_number: gun({ optional: true, slot: 'line', edit: 'server' }),
    /** How the pile's protocol calls it, and what was sent with it in the protocol's words. */
    call: text({ optional: true, slot: 'detail', edit: 'server' }),
    payload: longText({ max: 65_536, slot: 'detail', edit: 'server' }),
    answer: longText({ max: 65_536, optional: true, slot: 'detail', edit: 'server' }),
    asked_by: text({ optional: true, slot: 'line', edit: 'server' }),
    sent_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
    answered_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
    effect_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
  },
  sort: { prop: 'created_at', order: 'desc' },
  tally: { by: 'created_at', kinds: ['status', 'action'] },
  within: { through: 'pile_id' },
  now: true,
})
export type Command = Row<typeof command>
