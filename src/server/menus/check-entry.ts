import { PERMISSION_CODE } from '../../shared/endpoints/menus.ts'
import type { Menu } from '../../shared/entities/menu.ts'
import type { Context } from '../kit/context.ts'
import { refuseMoreThanOwn } from '../kit/more-than-own.ts'
import { wrongField } from '../kit/refusal.ts'
import { refuseMisplaced } from '../kit/tree.ts'
import { catalogue, type Place } from './catalogue.ts'
import { refuseGivingBack } from './denied.ts'
import type { MenuRow } from './menu-rows.ts'

/** An entry as it would be written. */
export type Entry = Pick<
  Menu,
  'name' | 'type' | 'parent_id' | 'title' | 'titles' | 'path' | 'url' | 'component' | 'permission'
> & { api_list: MenuRow['api_list'] }

const DEEPEST = 5
const NAME = /^[a-z][a-z0-9_.-]*$/i
const OWN_PATH = /^\/(?!i\/|login$|user_register$|reset_password$|ocppLog$|me$|api\/)[\w\-./]+$/
const WEB = /^https?:\/\/[^\s/]+/i

/** What a built-in entry leads to and what it asks for is the console's matter. */
const FIXED = ['name', 'type', 'path', 'url', 'component', 'permission'] as const

/** Refuses an entry that leads nowhere, and gives it in the form in which it is kept. */
export async function checkEntry(entry: Entry, context: Context, before: MenuRow | null): Promise<Entry> {
  const { db, person } = context
  if (before?.built_in) refuseFixed(entry, before)
  const kept = before?.built_in ? entry : shaped(entry)
  await refuseWrongParent(kept, context, before)
  const had = before ? codesOf(before) : []
  const added = codesOf(kept).filter((code) => !had.includes(code))
  // What no route asks for gives nothing yet.
  refuseMoreThanOwn(person, [{ permissions: added.filter(await isKnown(db)), reach: null }])
  if (before) await refuseGivingBack(context, [before.id], codesOf(kept))
  return kept
}

function refuseFixed(entry: Entry, before: MenuRow): void {
  const other = FIXED.find((name) => entry[name] !== before[name])
  if (other) throw wrongField(other, 'refusals:built_in_fixed')
}

/** Each type with what it needs, and nothing of the others. */
function shaped(entry: Entry): Entry {
  if (!NAME.test(entry.name)) throw wrongField('name', 'refusals:not_a_name')
  if (!entry.title && !entry.titles) throw wrongField('titles', 'required')
  if (entry.permission !== null && !PERMISSION_CODE.test(entry.permission))
    throw wrongField('permission', 'not_a_permission')
  const bare = { ...entry, path: null, url: null, component: null }
  switch (entry.type) {
    case 'button':
      if (!codesOf(entry).length) throw wrongField('permission', 'required')
      return bare
    case 'link':
      return { ...bare, url: webAddress(entry.url) }
    case 'iframe':
      return { ...bare, url: webAddress(entry.url), path: `/i/${entry.name}` }
    default:
      return { ...bare, ...pageOf(entry) }
  }
}

function webAddress(url: string | null): string {
  if (!url) throw wrongField('url', 'required')
  if (!WEB.test(url) || !URL.canParse(url)) throw wrongField('url', 'refusals:not_an_address')
  return url
}

/** A group has neither of them. */
function pageOf({ path, component }: Entry): Pick<Entry, 'path' | 'component'> {
  if (path === null && component === null) return { path, component }
  if (path === null) throw wrongField('path', 'required')
  if (component === null) throw wrongField('component', 'required')
  if (!OWN_PATH.test(path)) throw wrongField('path', 'refusals:not_a_page')
  if (!SCREENS.has(component)) throw wrongField('component', 'refusals:unknown_screen')
  return { path, component }
}

async function refuseWrongParent({ type, parent_id }: Entry, { db }: Context, before: MenuRow | null): Promise<void> {
  if (type === 'button' && parent_id === null) throw wrongField('parent_id', 'required')
  if (parent_id === null || (before && before.parent_id === parent_id)) return
  await refuseMisplaced(db, 'menu', { id: before?.id ?? null, parent_id, deepest: DEEPEST })
  const parent = await db.selectFrom('menu').select('type').where('id', '=', parent_id).executeTakeFirst()
  if (parent?.type !== 'menu') throw wrongField('parent_id', 'refusals:holds_nothing')
}

const codesOf = ({ permission, api_list }: Pick<Entry, 'permission' | 'api_list'>): string[] => [
  ...(permission ? [permission] : []),
  ...api_list.map(({ code }) => code),
]

async function isKnown(db: Context['db']): Promise<(code: string) => boolean> {
  const rows = await db.selectFrom('menu').select('permission').where('built_in', '=', true).execute()
  const known = new Set(rows.map(({ permission }) => permission))
  return (code) => known.has(code)
}

const screensOf = (places: readonly Place[]): string[] =>
  places.flatMap(({ component, children }) => [...(component ? [component] : []), ...screensOf(children)])
const SCREENS = new Set(screensOf(catalogue))
