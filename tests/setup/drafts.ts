import { execFileSync } from 'node:child_process'
import { type Entity, editable, fieldsOf } from '../../src/shared/kit/entity.ts'
import type { Field } from '../../src/shared/kit/fields.ts'
import { next } from '../make.ts'

/** What there is to point at. */
interface Known {
  /** One record of each entity that others refer to. */
  ids: Readonly<Record<string, number>>
  /** The key of a picture. */
  picture: string
}

/** Something that the field takes. */
export function valid(field: Field, { ids, picture }: Known): unknown {
  switch (field.kind) {
    case 'text':
    case 'long_text':
      // What starts as something is not just any text.
      return field.initial ?? `TEXT ${next()}`.slice(0, field.max)
    case 'secret':
      return 'a long enough secret 1'
    case 'phone':
      return `+86 138 ${next()}`.padEnd(14, '0')
    case 'email':
      return `li.na.${next()}@example.com`
    case 'time_zone':
      return 'Europe/Berlin'
    case 'instant':
      return '2031-05-01T08:30:00.000Z'
    case 'day':
      return '2031-05-01'
    case 'flag':
      return false
    case 'choice':
    case 'status':
      return field.choices?.at(-1)
    case 'reference':
      return ids[String(field.to)]
    case 'references':
      return [ids[String(field.to)]]
    case 'image':
    case 'file':
      return picture
    case 'images':
      return [picture]
    case 'choices':
      return field.choices?.slice(0, 2)
    case 'schedule':
      return [{ start: 0, limit: 11_000.5, phases: 3 }]
    case 'expected':
      return [{ key: 'HeartbeatInterval', value: '300', tolerance: 10, also: ['600'] }]
    case 'checks':
      return [
        { words: 'Plug', kind: 'judge', unit: null, least: null, most: null, photo: true, needed: true, alarm: true },
      ]
    case 'translated':
      return { en: `Text ${next()}` }
    case 'rich_text':
      return '<p>Level <strong>P2</strong></p>'
    default:
      return field.min ?? 0
  }
}

/** Fields that stay empty because others are filled. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  // Whom it tells it tells by some way and after some time; hours come in pairs.
  alarm_rule: ['tell_role_ids', 'tell_user_ids', 'next_role_ids', 'next_user_ids', 'quiet_from', 'quiet_to'],
  customer: ['dept_id'],
  // What does not repeat says nothing of repeating, what does not change nothing of asking; one moment is no time in between.
  charging_profile: ['recurrency_kind', 'valid_to', 'dyn_update_interval'],
  // One moment is no time in between.
  display_message: ['starts_at'],
  // It lies at an address, and nobody signed it; one hour is no time in between.
  firmware: ['file', 'file_sha256', 'signing_certificate', 'signature', 'install_at', 'window_from', 'window_to'],
  reservation: ['card_number'],
  statement_delivery: ['site_id'],
  wall_display: ['layout_ids'],
}

/** Of these a record needs one and takes no other: it can be replaced, not left empty. */
export const ONE_OF: Readonly<Record<string, readonly string[]>> = {
  firmware: ['file', 'file_path'],
  statement_delivery: ['merchant_id', 'site_id'],
  wall_display: ['role_id'],
}

/** A certificate of an authority, each time another. */
const newRoot = (): string => {
  const how =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout /dev/null -subj /CN=root -days 2'
  return execFileSync('openssl', how.split(' '), { stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim()
}

/** What not just any value of its kind would do for. */
const GIVEN: Readonly<Record<string, () => object>> = {
  charging_profile: () => ({ charging_profile_purpose: 'session', charging_profile_kind: 'absolute' }),
  firmware: () => ({ file_path: 'https://files.example.com/CD-A7-1.5.0.bin' }),
  root_certificate: () => ({ pem: newRoot() }),
  maintenance: () => ({
    starts_at: new Date(Date.now() + 3_600_000).toISOString(),
    ends_at: new Date(Date.now() + 7_200_000).toISOString(),
  }),
  wall_display: () => ({ dashboard: true }),
  reservation: () => ({ expires_at: new Date(Date.now() + 3_600_000).toISOString() }),
}

/** Everything that a new record of the entity can be told. */
export const draftOf = (entity: Entity, known: Known): Record<string, unknown> => ({
  ...Object.fromEntries(
    fieldsOf(entity)
      .filter(([name, field]) => editable(field, true) && !INSTEAD[entity.name]?.includes(name))
      .map(([name, field]) => [name, valid(field, known)]),
  ),
  ...GIVEN[entity.name]?.(),
})
