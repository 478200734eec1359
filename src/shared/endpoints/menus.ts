import * as z from 'zod/mini'
import { type Menu, menu } from '../entities/menu.ts'
import { endpoint } from '../kit/endpoint.ts'
import { changeSchema, draftSchema, rowWith, versionRead } from '../kit/schema.ts'
import { identity } from './inputs.ts'
import { type MenuNode, menuNode } from './shell.ts'

/** A permission code: `order.refund`. What only the kit says (`public`, `*`) is none. */
export const PERMISSION_CODE = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/

const code = z.string({ error: 'required' }).check(z.trim(), z.regex(PERMISSION_CODE, { error: 'not_a_permission' }))
const call = z.object({
  code,
  /** The call that asks for it, for people to read. */
  url: z.string({ error: 'required' }).check(z.trim(), z.maxLength(200, { error: 'too_long' })),
})
const apiList = z.array(call).check(z.maxLength(50, { error: 'too_many' }))

/** An entry as the menu's screen edits it: its fields, the specification's words for them, and what lies below. */
export type MenuEntry = Menu &
  Pick<MenuNode, 'parentId' | 'meta' | 'apiList'> & { roles: number; children: MenuEntry[] }

const specified = menuNode as unknown as z.ZodMiniObject<{ meta: z.ZodMiniType; apiList: z.ZodMiniType }>

const menuEntry: z.ZodMiniType<MenuEntry> = rowWith(menu, {
  parentId: z.int(),
  meta: specified.shape.meta,
  apiList: specified.shape.apiList,
  /** How many roles carry it. */
  roles: z.int(),
  get children() {
    return z.array(menuEntry)
  },
}) as never

/** The whole menu as a tree, in its order. */
export const menuTree = endpoint({
  method: 'GET',
  path: '/system/menu/list',
  permission: 'menu.list',
  reaches: 'nothing',
  body: z.object({}),
  data: z.array(menuEntry),
})

const draft = z.extend(draftSchema(menu) as unknown as z.ZodMiniObject, { api_list: z._default(apiList, []) })
const change = z.extend(changeSchema(menu) as unknown as z.ZodMiniObject, { api_list: z.optional(apiList) })

type Calls = { code: string; url: string }[]
type Draft = z.output<ReturnType<typeof draftSchema<typeof menu>>>
type Change = z.output<ReturnType<typeof changeSchema<typeof menu>>>

/** Adds an entry. A frame shows at `/i/<name>` and, like a link, has a `url`; a button belongs to a page. */
export const menuAdd = endpoint({
  method: 'POST',
  path: '/system/menu/add',
  permission: 'menu.create',
  reaches: 'nothing',
  body: draft as unknown as z.ZodMiniType<Draft & { api_list: Calls }>,
  data: menuEntry,
  repeatable: true,
  says: 'saved',
})

/** Changes an entry. Of a built-in one name, type, path, component and permission stay as they are. */
export const menuUpdate = endpoint({
  method: 'POST',
  path: '/system/menu/update',
  permission: 'menu.update',
  reaches: 'nothing',
  body: change as unknown as z.ZodMiniType<Change & { api_list?: Calls }>,
  data: menuEntry,
  repeatable: true,
  says: 'saved',
})

/** Puts an entry under another one (null: none), at this place among those that are there already, counted from 0. */
export const menuMove = endpoint({
  method: 'POST',
  path: '/system/menu/move',
  permission: 'menu.update',
  reaches: 'nothing',
  body: z.object({
    id: identity,
    parent_id: z.nullable(identity),
    place: z.int({ error: 'whole_number' }).check(z.gte(0, { error: 'out_of_range' })),
    version: versionRead(),
  }),
  data: menuEntry,
  repeatable: true,
  says: 'saved',
})
