import type { pile } from '../../shared/entities/pile.ts'
import type { site } from '../../shared/entities/site.ts'
import type { DemoPorts } from '../demo/ports.ts'
import type { Records } from '../kit/crud/crud.ts'
import { menuOf, menuParts } from '../menus/user-menu.ts'
import type { CurrentSettings } from '../settings/current-settings.ts'
import { sitesWithStates } from '../sites/site-states.ts'

/** What the demo calls read, of the features that have it. */
export function demoPorts(
  records: ReadonlyMap<string, Records>,
  { version, settings }: { version: string; settings: CurrentSettings },
): DemoPorts {
  const { reading: piles } = records.get('pile') as unknown as Records<typeof pile>
  const { reading: sites } = records.get('site') as unknown as Records<typeof site>
  return {
    ...{ version, piles, sites },
    isOpen: async () => (await settings()).demo_endpoints,
    menuOf: async ({ person, ...context }) => (await menuOf(person, await menuParts(person, context), context)).menu,
    sitesNow: sitesWithStates,
  }
}
