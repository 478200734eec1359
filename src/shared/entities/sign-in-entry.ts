import { entity, type Row } from '../kit/entity.ts'
import { choice, reference, status, text } from '../kit/fields.ts'

/** Why someone was not let in. */
export const SIGN_IN_REASONS = [
  'wrong_credentials',
  'wrong_code',
  'too_often',
  'disabled',
  'unverified',
  'screen_gone',
  'wrong_second_step',
  'no_account',
  'only_sso',
  'expired',
  'other',
] as const

/** One try to get in, by a person or a client app; `second_step` showed the first of two things. What was typed is not in it: people type passwords into the wrong field. */
export const signInEntry = entity('sign_in_entry', {
  path: '/system/log/sign-in',
  listBy: 'GET',
  calls: { list: 'list', view: 'view', export: 'export' },
  fields: {
    /** Null where no account of ours was meant. */
    user_name: text({ optional: true, slot: 'title', edit: 'server' }),
    outcome: status(
      { signed_in: 'available', second_step: 'waiting', refused: 'faulted' },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    reason: choice(SIGN_IN_REASONS, { optional: true, slot: 'line', filter: true, edit: 'server' }),
    way: choice(['password', 'sms', 'screen', 'passkey', 'sso', 'app'], { slot: 'line', filter: true, edit: 'server' }),
    user_id: reference('user', { optional: true, slot: 'detail', filter: true, edit: 'server' }),
    address: text({ slot: 'line', filter: true, edit: 'server' }),
    agent: text({ max: 200, slot: 'detail', edit: 'server' }),
  },
  sort: { prop: 'created_at', order: 'desc' },
  tally: { by: 'created_at', kinds: ['outcome', 'reason', 'way'] },
  within: { through: 'user_id' },
})
export type SignInEntry = Row<typeof signInEntry>
