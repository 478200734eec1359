import type { RouteObject } from 'react-router-dom'
import { holdsRole } from '../../kit/session/session.ts'

/** A page that no menu gives. With roles it is only for who has one of them. */
export type StaticPage = RouteObject & { roles?: readonly string[] }

/** Those that someone with these roles has. */
export const heldBy = (pages: readonly StaticPage[], roles: readonly string[]): RouteObject[] =>
  pages.filter((page) => !page.roles || holdsRole(roles, page.roles)).map(({ roles: _, ...page }) => page)
