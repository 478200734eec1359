import type { Asking, Intent } from '../../../shared/domain/intent.ts'
import type { Payload } from '../framing.ts'
import type { OurCall } from '../protocol.ts'
import { namedAs } from './variables.ts'

const GET = 'GetVariables'
const SET = 'SetVariables'

/** Of what a pile's variables are read by: some, those of a component, or all of them. Reports bear the command's number. */
export function reading({ keys, only }: Asking<'read_settings'>, command: number | null): OurCall | null {
  if (keys.length > 0) {
    const named = keys.flatMap((key) => namedAs(key) ?? [])
    return named.length > 0 ? { action: GET, payload: { getVariableData: named } } : null
  }
  const requestId = command ?? 0
  if (typeof only === 'object') {
    const componentVariable = [{ component: { name: only.component } }]
    return { action: 'GetReport', payload: { requestId, componentVariable } }
  }
  const reportBase = only === 'settable' ? 'ConfigurationInventory' : 'FullInventory'
  return { action: 'GetBaseReport', payload: { requestId, reportBase } }
}

/** Of new values for variables; null where one of the keys is none. */
export function setting(settings: readonly { key: string; value: string }[]): OurCall | null {
  const data: Payload[] = []
  for (const { key, value: attributeValue } of settings) {
    const named = namedAs(key)
    if (!named) return null
    data.push({ ...named, attributeValue })
  }
  return { action: SET, payload: { setVariableData: data } }
}

/** The variable that holds a pile's password (A01). */
export const PASSWORD_KEY = 'SecurityCtrlr/BasicAuthPassword'

const limit = (name: string, action: string) => `devicedatactrlr/${name}permessage[${action.toLowerCase()}]`
const ITEMS = { [GET]: limit('items', GET), [SET]: limit('items', SET) }
const BYTES = { [GET]: limit('bytes', GET), [SET]: limit('bytes', SET) }

/** Where a pile says how much of them it takes at once, in small letters. */
export const limits: readonly string[] = [...Object.values(ITEMS), ...Object.values(BYTES)]

/** What every pile takes that did not say how much. */
const USUAL_ITEMS = 10
/** A frame around the items: its type, a unique id of 36 characters, the action, the name of their list. */
const FRAME_BYTES = 96

/** An intent in parts of which each fits into one message of the pile's (B05.FR.11, B06.FR.05, B06.FR.17). */
export function parts(intent: Intent, told: ReadonlyMap<string, string>): Intent[] {
  const at = (key: string) => Number(told.get(key)) || null
  if (intent.ask === 'read_settings' && intent.keys.length > 0) {
    const most = { items: at(ITEMS[GET]), bytes: at(BYTES[GET]) }
    const size = (key: string) => sizeOf(namedAs(key))
    return batches([...new Set(intent.keys)], most, size).map((keys) => ({ ...intent, keys }))
  }
  if (intent.ask !== 'configure_all') return [intent]
  const most = { items: at(ITEMS[SET]), bytes: at(BYTES[SET]) }
  // None may be there twice (B05.FR.13); the last is meant.
  const once = [...new Map(intent.settings.map((one) => [one.key.toLowerCase(), one])).values()]
  const size = ({ key, value }: (typeof once)[number]) => sizeOf({ ...namedAs(key), attributeValue: value })
  return batches(once, most, size).map((settings) => ({ ask: 'configure_all', settings }))
}

/** With the comma after it. */
const sizeOf = (item: unknown) => Buffer.byteLength(JSON.stringify(item)) + 1

interface Most {
  items: number | null
  bytes: number | null
}

/** Items in their order, as many together as fit; one that is too large goes alone. */
export function batches<T>(items: readonly T[], { items: most, bytes }: Most, size: (item: T) => number): T[][] {
  const room = bytes === null ? Infinity : bytes - FRAME_BYTES
  const all: T[][] = []
  let taken = Infinity
  for (const item of items) {
    const last = all.at(-1)
    const needs = size(item)
    if (last && last.length < (most ?? USUAL_ITEMS) && taken + needs <= room) {
      last.push(item)
      taken += needs
      continue
    }
    all.push([item])
    taken = needs
  }
  return all
}
