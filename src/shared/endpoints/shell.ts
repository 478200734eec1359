import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import type { Translations } from '../kit/languages.ts'

/** One entry of the menu. `component` names a screen of the console or the entity that the kit's screens serve: `entity:site`. */
export interface MenuNode {
  id: number
  parentId: number
  name: string
  path: string | null
  component: string | null
  type: 'menu' | 'iframe' | 'link' | 'button'
  sort: number
  permission: string | null
  /** The address of a frame or a link. */
  url: string | null
  /** More permissions that it gives, each with the call that asks for it. */
  apiList: { code: string; url: string }[]
  meta: {
    /** A key of the namespace `menu`, or the words themselves in the caller's language. */
    title: string
    /** Words of one's own, instead of the key's. */
    titles: Translations | null
    icon: string | null
    type: 'menu' | 'iframe' | 'link' | 'button'
    hidden: boolean
    hideBreadcrumb: boolean
    affix: boolean
    fullpage: boolean
    /** The path to mark as active when a hidden page of it shows. */
    active: string | null
  }
  children: MenuNode[]
}

export const titles = z.nullable(z.record(z.string(), z.string()))

export const menuNode: z.ZodMiniType<MenuNode> = z.object({
  id: z.int(),
  parentId: z.int(),
  name: z.string(),
  path: z.nullable(z.string()),
  component: z.nullable(z.string()),
  type: z.enum(['menu', 'iframe', 'link', 'button']),
  sort: z.int(),
  permission: z.nullable(z.string()),
  url: z.nullable(z.string()),
  apiList: z.array(z.object({ code: z.string(), url: z.string() })),
  meta: z.object({
    title: z.string(),
    titles,
    icon: z.nullable(z.string()),
    type: z.enum(['menu', 'iframe', 'link', 'button']),
    hidden: z.boolean(),
    hideBreadcrumb: z.boolean(),
    affix: z.boolean(),
    fullpage: z.boolean(),
    active: z.nullable(z.string()),
  }),
  get children() {
    return z.array(menuNode)
  },
})

/** The menu of the person who asks, and what they may do. */
export const userMenus = endpoint({
  method: 'GET',
  path: '/system/user/get_user_menus',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({}),
  data: z.object({
    menu: z.array(menuNode),
    /** Another one as soon as the menu or the person's rights are others. */
    version: z.string(),
    /** Of the whole answer: sent as If-None-Match, it is answered 304 as long as nothing of it is another. */
    tag: z.string(),
    permissions: z.array(z.string()),
    user: z.object({
      userId: z.int(),
      userName: z.string(),
      name: z.string(),
      dashboard: z.string(),
      role: z.array(z.string()),
    }),
  }),
})

/** One column of a person's list: null width is the list's own. */
export const columnSetting = z.object({
  prop: z.string().check(z.maxLength(60)),
  hidden: z.optional(z.boolean()),
  width: z.optional(z.nullable(z.int().check(z.gte(40), z.lte(1000)))),
  /** At which side it stays in view; `true` is the left. */
  fixed: z.optional(z.union([z.boolean(), z.enum(['left', 'right'])])),
})
export type ColumnSetting = z.output<typeof columnSetting>

export const tableInfo = endpoint({
  method: 'GET',
  path: '/system/table/info',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({ name: z.string({ error: 'required' }).check(z.maxLength(60, { error: 'too_long' })) }),
  data: z.object({
    name: z.string(),
    /** As the person arranged them; null when they did not. */
    columns: z.nullable(z.array(columnSetting)),
    /** Those for everybody who arranged none of their own; null where nobody set any. */
    for_all: z.nullable(z.array(columnSetting)),
    /** Those that the list has by itself; empty for a list of no entity. */
    defaults: z.array(columnSetting),
  }),
})

/** The lists that the person may see, each with its columns: as the person arranged them, else those for everybody, else the list's own. */
export const tableList = endpoint({
  method: 'GET',
  path: '/system/table/list',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({}),
  data: z.array(
    z.object({
      name: z.string(),
      columns: z.array(columnSetting),
      /** By the person. */
      arranged: z.boolean(),
      /** For everybody, by an administrator; null where nobody did. */
      for_all: z.nullable(z.array(columnSetting)),
    }),
  ),
})

/** Keeps a person's arrangement of a list; null columns go back to the list's own. */
export const tableSave = endpoint({
  method: 'POST',
  path: '/system/table/save',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({
    name: z.string({ error: 'required' }).check(z.maxLength(60, { error: 'too_long' })),
    columns: z.nullable(z.array(columnSetting).check(z.maxLength(100, { error: 'too_many' }))),
  }),
  data: z.null(),
})

/** Sets a list's columns for everybody who arranged none of their own; null gives them the list's own. */
export const tableDefault = endpoint({
  method: 'POST',
  path: '/system/table/default',
  permission: 'table.update',
  reaches: 'nothing',
  body: tableSave.body,
  data: z.null(),
  repeatable: true,
  says: 'saved',
})

/** The kinds of record that it finds, in the order in which it shows them. */
export const SEARCHED = [
  'pile',
  'order',
  'customer',
  'site',
  'card',
  'alarm',
  'work_order',
  'merchant',
  'user',
] as const

/** What the search box of the top bar finds, or records of one kind alone: piles, orders, customers, sites, cards, alarms, work orders, merchants and people. */
export const search = endpoint({
  method: 'GET',
  path: '/system/index/search',
  permission: 'signed_in',
  reaches: 'itself',
  body: z.object({
    keyword: z
      .string({ error: 'required' })
      .check(z.trim(), z.minLength(1, { error: 'required' }), z.maxLength(100, { error: 'too_long' })),
    only: z.optional(z.enum(SEARCHED, { error: 'not_a_choice' })),
  }),
  data: z.object({
    records: z.array(
      z.object({
        entity: z.string(),
        id: z.int(),
        title: z.string(),
        detail: z.string(),
        /** The part of its title or detail that is said in Chinese as what was typed is written: 张三 for `zs`. */
        said: z.nullable(z.string()),
      }),
    ),
    /** There may be more than these: more hold the word than are shown, or only the newest could be looked through for it. */
    more: z.boolean(),
  }),
})

/** How words are said in pinyin, for finding them by it and for showing where. */
export const spell = endpoint({
  method: 'POST',
  path: '/system/index/spell',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({
    words: z
      .array(z.string().check(z.maxLength(200, { error: 'too_long' })))
      .check(z.maxLength(500, { error: 'too_many' })),
  }),
  data: z.object({
    /** Of each word, in their order; empty for one that Chinese does not write. */
    spelled: z.array(z.string()),
    /** Of each of their Chinese characters. */
    readings: z.record(z.string(), z.array(z.string())),
  }),
})

/** Every word of a language by namespace, choices as the operator calls them; of the caller's own when none is named. */
export const language = endpoint({
  method: 'GET',
  path: '/language/language',
  permission: 'public',
  reaches: 'nothing',
  body: z.object({ language: z.optional(z.string().check(z.maxLength(35, { error: 'too_long' }))) }),
  data: z.object({ language: z.string(), words: z.record(z.string(), z.record(z.string(), z.unknown())) }),
})
