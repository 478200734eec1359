import type { ComponentType } from 'react'
import { bringList } from '../kit/records/record-list.tsx'
import { personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import type { Part } from '../kit/ui/lazy.ts'
import { bringShell } from './layout.tsx'
import { routeAt, type Target } from './menu/routes.ts'
import { landingAtom, routesAtom } from './menu/use-menu.ts'
import { lazily } from './menu-pages.tsx'
import { screens } from './screens.ts'
import { bringExtras } from './use-extras.ts'

/** A list that comes by itself is one more part. */
async function bringOwnList(name: string) {
  const { List } = await bringExtras(name)
  await (List as Partial<Part<ComponentType>> | undefined)?.bring?.()
}

function bringPage(target: Target | undefined): Promise<unknown> {
  if (target?.kind === 'entity') return Promise.all([bringOwnList(target.entity), bringList()])
  const screen = target?.kind === 'screen' ? screens[target.screen] : undefined
  return screen ? lazily(screen.load).bring() : Promise.resolve()
}

/** Loads the page at this address of someone whom the device knows, with the shell around it. */
export async function bringOpened(pathname: string): Promise<void> {
  if (!store.get(personAtom)) return
  const path = pathname === '/' ? store.get(landingAtom) : pathname
  await Promise.allSettled([bringShell(), bringPage(routeAt(store.get(routesAtom), path)?.target)])
}
