import * as z from 'zod/mini'
import { passwordSchema } from '../domain/password-schema.ts'
import { role } from '../entities/role.ts'
import { user } from '../entities/user.ts'
import { identities } from '../kit/call-bodies.ts'
import { endpoint } from '../kit/endpoint.ts'
import { rowWith, versionRead } from '../kit/schema.ts'
import { identity, titled, writtenIdentity } from './inputs.ts'
import { titles } from './shell.ts'

/** A user as lists give it: beside our own words those of the specification (`group` are the roles' identities). */
export const userRow = rowWith(user, {
  roles: z.array(titled),
  userName: z.string(),
  mail: z.nullable(z.string()),
  group: z.array(z.int()),
  groupName: z.string(),
  date: z.string(),
})

/** A role as lists give it. */
export const roleRow = rowWith(role, {
  label: z.string(),
  date: z.string(),
  /** All that it allows, whether it is in force or not. */
  permissions: z.array(z.string()),
  /** What of it no entry of its menu gives: `*` is everything. */
  direct_permissions: z.array(z.string()),
  /** What it is for, by name, as far as its reader reaches it, and how many more there are of each. */
  sites: z.array(titled),
  merchants: z.array(titled),
  more_sites: z.int(),
  more_merchants: z.int(),
  /** How many people have it, and how many roles stand under it. */
  users: z.int(),
  children: z.int(),
})

const again = { password: z.optional(passwordSchema()), password_again: z.optional(z.string({ error: 'required' })) }

/** Gives another person a new password, a chosen one or one that this answer alone shows, and ends their sign-ins. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/system/user/reset_pwd',
  permission: 'user.reset_password',
  reaches: { user: 'id' },
  body: z.object({ id: identity, ...again }).check(
    z.refine(({ password, password_again = password }) => password === password_again, {
      error: 'passwords_differ',
      path: ['password_again'],
    }),
  ),
  // Kept nowhere, so it is no repeatable call: anyone who lost the answer asks for another one.
  data: z.object({ id: z.int(), password: z.nullable(z.string()) }),
  changes: 'user',
})

/**
 * Takes every second step from someone who lost theirs, and ends their sign-ins. Anyone who does it shows who they are anew, may do
 * all that the other may, and does it to nobody but others.
 */
export const resetFactors = endpoint({
  method: 'POST',
  path: '/system/user/reset_factors',
  permission: 'user.reset_factors',
  reaches: { user: 'id' },
  body: z.object({ id: identity }),
  data: z.object({ id: z.int(), removed: z.int() }),
  changes: 'user',
  says: 'saved',
})

/** Ends all sign-ins of another person, who may sign in again at once; gives how many that were. */
export const endSignIns = endpoint({
  method: 'POST',
  path: '/system/user/end_sign_ins',
  permission: 'user.update',
  reaches: { user: 'id' },
  body: z.object({ id: identity }),
  data: z.object({ id: z.int(), ended: z.int() }),
  changes: 'user',
})

/**
 * Ends everybody's sign-ins but the one that asks, for the day when nobody knows who has got in; gives how many that were. For who may
 * do everything, with a fresh proof of who they are. Client apps keep their tokens: they have secrets of their own.
 */
export const endAllSignIns = endpoint({
  method: 'POST',
  path: '/system/user/end_all_sign_ins',
  permission: 'user.update',
  reaches: 'nothing',
  body: z.object({}),
  data: z.object({ ended: z.int() }),
  repeatable: true,
})

const saving = { method: 'POST', repeatable: true, says: 'saved' } as const
const ofOne = {
  ...saving,
  reaches: { user: 'id' },
  body: z.object({ id: identity, version: versionRead() }),
  data: userRow,
} as const

/** Lets someone in who registered: unverified becomes normal. */
export const approveUser = endpoint({
  ...ofOne,
  path: '/system/user/approve',
  permission: 'user.approve',
})

/** Shuts someone out: their sign-ins end at once. */
export const disableUser = endpoint({
  ...ofOne,
  path: '/system/user/disable',
  permission: 'user.update',
})

const role_ids = z.array(identity).check(z.maxLength(200, { error: 'too_many' }))

/** Gives a user these roles and no others. */
export const assignRoles = endpoint({
  ...saving,
  path: '/admin/assign',
  permission: 'user.update',
  reaches: { user: 'id', role: 'role_ids' },
  body: z.object({ id: identity, version: versionRead(), role_ids }),
  data: userRow,
})

/** What someone may do and where each permission comes from: roles that are in force, or what was added to them alone. */
export const userRights = endpoint({
  method: 'GET',
  path: '/system/user/rights',
  permission: 'user.list',
  reaches: { user: 'id' },
  body: z.object({ id: writtenIdentity }),
  data: z.object({
    permissions: z.array(
      z.object({
        code: z.string(),
        roles: z.array(titled),
        /** It was added to this person alone. */
        added: z.boolean(),
      }),
    ),
    /** What their roles allow and was taken from this person. */
    removed: z.array(z.string()),
    /** Roles they have that are not in force. */
    disabled_roles: z.array(titled),
    /** Whether they sign in with a second step, and the roles that ask for one. */
    second_step: z.object({ enrolled: z.boolean(), required_by: z.array(z.string()) }),
  }),
})

/**
 * How much a role's people reach with these records chosen, saved or not; of that what the caller reaches as well. Null: it is
 * each one's own department's.
 */
export const roleReach = endpoint({
  method: 'POST',
  path: '/system/role/reach',
  permission: 'role.list',
  reaches: { role: 'id', site: 'site_ids', merchant: 'merchant_ids' },
  body: z.object({
    id: identity,
    data_scope: z.enum(role.fields.data_scope.choices, { error: 'not_a_choice' }),
    site_ids: z._default(z.array(identity).check(z.maxLength(1000, { error: 'too_many' })), []),
    merchant_ids: z._default(z.array(identity).check(z.maxLength(1000, { error: 'too_many' })), []),
  }),
  data: z.nullable(z.object({ sites: z.int(), piles: z.int(), customers: z.int() })),
})

/** Sets what a role allows beyond the entries of its menu: `*` for everything, or single codes. */
export const rolePermissions = endpoint({
  ...saving,
  path: '/system/role/permissions',
  permission: 'role.update',
  reaches: { role: 'id' },
  body: z.object({
    id: identity,
    version: versionRead(),
    permissions: z
      .array(z.string().check(z.maxLength(100, { error: 'too_long' })))
      .check(z.maxLength(500, { error: 'too_many' })),
  }),
  data: roleRow,
})

export interface DeptNode {
  id: number
  parentId: number
  label: string
  date: string
  remark: string | null
  status: 'normal' | 'disabled'
  sort: number
  version: number
  /** People and sites that belong to it, those of the departments below aside. */
  users: number
  sites: number
  children: DeptNode[]
}

const deptNode: z.ZodMiniType<DeptNode> = z.object({
  id: z.int(),
  /** Zero for one that stands under none. */
  parentId: z.int(),
  label: z.string(),
  date: z.string(),
  remark: z.nullable(z.string()),
  status: z.enum(['normal', 'disabled']),
  sort: z.int(),
  version: z.int(),
  users: z.int(),
  sites: z.int(),
  get children() {
    return z.array(deptNode)
  },
})

/** The departments as a tree. Whose own department lies deeper sees it as a root. */
export const deptTree = endpoint({
  method: 'GET',
  path: '/system/dept/list',
  permission: 'dept.list',
  reaches: 'itself',
  body: z.object({}),
  data: z.array(deptNode),
})

/** An entry of the menu that someone may be given. */
const route = z.object({
  id: z.int(),
  parent_id: z.nullable(z.int()),
  name: z.string(),
  type: z.enum(['menu', 'iframe', 'link', 'button']),
  title: z.string(),
  titles,
  path: z.nullable(z.string()),
  permission: z.nullable(z.string()),
  /** Their roles that give it. */
  roles: z.array(titled),
  /** What was said for this person alone. */
  effect: z.nullable(z.enum(['add', 'remove'])),
})

const routes = z.object({
  user: titled,
  /** Roles of theirs give everything: nothing can be taken. */
  everything: z.boolean(),
  available: z.array(route),
  assigned: z.array(route),
})

/** The transfer list of one user. */
export const routeIndex = endpoint({
  method: 'GET',
  path: '/route/index',
  permission: 'route.list',
  reaches: { user: 'user_id' },
  body: z.object({ user_id: writtenIdentity }),
  data: routes,
})

const changing = {
  ...saving,
  permission: 'route.assign',
  reaches: { user: 'user_id' },
  body: z.object({ user_id: identity, ids: identities() }),
  data: routes,
} as const

/** Adds entries of the menu to a user, or gives back what was taken. */
export const routeCreate = endpoint({ ...changing, path: '/route/create' })

/** Takes entries of the menu from a user, also those that roles give. */
export const routeRemove = endpoint({ ...changing, path: '/route/remove' })

/** The entries that a user has, through roles or alone. */
export const assignedMenus = endpoint({
  method: 'GET',
  path: '/menu/assigned_list',
  permission: 'route.list',
  reaches: { user: 'user_id' },
  body: z.object({ user_id: writtenIdentity }),
  data: z.array(route),
})
