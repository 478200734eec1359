import type { MenuNode } from '../../../shared/endpoints/shell.ts'
import { screens } from '../screens.ts'

const ENTITY = 'entity:'

export type Target =
  | { kind: 'entity'; entity: string }
  | { kind: 'screen'; screen: string }
  | { kind: 'iframe'; address: string }

/** A page of the console that the menu leads to. */
export interface MenuRoute {
  path: string
  node: MenuNode
  target: Target
}

/** Every entry of a menu, parents before their children. */
export const flat = (menu: readonly MenuNode[]): MenuNode[] => menu.flatMap((node) => [node, ...flat(node.children)])

const targetOf = (component: string): Target | null => {
  if (component.startsWith(ENTITY)) return { kind: 'entity', entity: component.slice(ENTITY.length) }
  return component in screens ? { kind: 'screen', screen: component } : null
}

/** Where an entry leads inside the console; null for buttons, groups, entries without a path and links to elsewhere. */
export function routeOf(node: MenuNode): MenuRoute | null {
  if (node.type === 'button' || node.type === 'link' || node.path === null) return null
  if (node.type === 'iframe')
    return node.url === null ? null : { path: node.path, node, target: { kind: 'iframe', address: node.url } }
  const target = node.component ? targetOf(node.component) : null
  return target && { path: node.path, node, target }
}

export const routesOf = (menu: readonly MenuNode[]): MenuRoute[] => flat(menu).flatMap((node) => routeOf(node) ?? [])

/** Where each entity's records live: a screen of its own stands before the kit's list. */
export function homesOf(routes: readonly MenuRoute[]): Record<string, string> {
  const homes: Record<string, string> = {}
  for (const { path, target } of routes) {
    if (target.kind === 'entity') homes[target.entity] ??= path
    const entity = target.kind === 'screen' ? screens[target.screen]?.entity : undefined
    if (entity) homes[entity] = path
  }
  return homes
}

/** The entry whose page, or a page under it, is at this path: the longest that fits. */
export function routeAt(routes: readonly MenuRoute[], pathname: string): MenuRoute | null {
  const fitting = routes.filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  return fitting.sort((a, b) => b.path.length - a.path.length)[0] ?? null
}

const USUAL_LANDING = '/dashboard'

/** The page that a person lands on: their own, else the dashboard, else the first of a menu that holds neither. */
export function landingOf(routes: readonly MenuRoute[], own: string | null | undefined): string {
  const held = [own, USUAL_LANDING].find((path) => path && routeAt(routes, path))
  return held ?? routes.find(({ node }) => !node.meta.hidden)?.path ?? USUAL_LANDING
}

/** Create and edit show over the list: they are of its tab. */
const OVER_THE_LIST = /\/(create|edit\/\d+|edit)$/
export const tabPathOf = (pathname: string) => pathname.replace(OVER_THE_LIST, '')

/** What the side menu marks: a hidden page marks the entry that it names. */
export const activePathOf = (route: MenuRoute | null): string | null => route?.node.meta.active ?? route?.path ?? null
