import { namedBy } from '../../shared/domain/data-scope.ts'

const LISTS = ['site_ids', 'merchant_ids']

/** Sites and merchants are asked for, and shown, only where the role is limited to them. */
export const isAsked = (name: string, role: Readonly<Record<string, unknown>>): boolean =>
  !LISTS.includes(name) || namedBy(String(role.data_scope)) === name
