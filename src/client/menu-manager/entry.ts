import type { MenuEntry } from '../../shared/endpoints/menus.ts'
import { menu } from '../../shared/entities/menu.ts'
import { fieldsOf } from '../../shared/kit/entity.ts'
import type { Draft } from '../kit/fields/draft.ts'

/** The calls of an entry as their rows edit them. */
export type Calls = { code: string; url: string }[]

/** What the menu's form holds: the entity's fields, and the calls. */
export interface EntryDraft extends Draft {
  api_list: Calls
}

/** What each type is made of; the others' fields are not asked for. */
const OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  menu: ['path', 'component', 'affix', 'fullpage', 'hidden', 'hide_breadcrumb', 'active', 'icon'],
  iframe: ['url', 'affix', 'fullpage', 'hidden', 'hide_breadcrumb', 'icon'],
  link: ['url', 'hidden', 'icon'],
  button: [],
}
const ALWAYS = ['type', 'name', 'parent_id', 'titles', 'permission', 'sort']
const ORDER = [
  ...['type', 'name', 'parent_id', 'titles', 'icon', 'path', 'url', 'component', 'permission', 'sort'],
  ...['hidden', 'hide_breadcrumb', 'affix', 'fullpage', 'active'],
]

/** What a built-in entry leads to and asks for is the console's matter. */
const FIXED = new Set(['name', 'type', 'path', 'url', 'component', 'permission'])
export const isFixed = (name: string, entry: MenuEntry | null) => entry?.built_in === true && FIXED.has(name)

/** The fields that the form asks for, in their order. */
export function askedOf(draft: Draft): string[] {
  const own = OF_TYPE[String(draft.type)] ?? []
  return ORDER.filter((name) => ALWAYS.includes(name) || own.includes(name))
}

export const draftOf = (entry: MenuEntry): EntryDraft => ({
  ...Object.fromEntries(ORDER.map((name) => [name, (entry as unknown as Draft)[name] ?? null])),
  api_list: entry.apiList,
})

export const emptyEntry = (parent_id: number | null, type: string): EntryDraft => ({
  ...Object.fromEntries(
    fieldsOf(menu)
      .filter(([name]) => ORDER.includes(name))
      .map(([name, field]) => [name, field.initial ?? null]),
  ),
  type,
  parent_id,
  api_list: [],
})

/** As it is sent: what is not asked for of its type is empty, empty rows are none. */
export function sentOf(draft: EntryDraft, entry: MenuEntry | null): Draft {
  const asked = askedOf(draft)
  const values = ORDER.filter((name) => !isFixed(name, entry)).flatMap((name) => {
    const value = asked.includes(name)
      ? draft[name]
      : (menu.fields as Record<string, { initial?: unknown }>)[name]?.initial
    if (value === undefined || value === '') return entry ? [[name, null]] : []
    return entry || value !== null ? [[name, value]] : []
  })
  const api_list = draft.api_list.filter(({ code, url }) => code.trim() || url.trim())
  return { ...Object.fromEntries(values), api_list }
}
