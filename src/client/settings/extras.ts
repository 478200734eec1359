import type { EntityExtras } from '../kit/records/extras.ts'
import { grants, permissionsAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { SettingsPage } from './settings-page.tsx'

/** Where four eyes begin is set by who may do everything: anybody else is refused. */
const FOUR_EYES = new Set(['second_person_cents', 'tie_days'])
const mayEverything = () => grants(store.get(permissionsAtom), '*')

export const settingExtras: EntityExtras = {
  List: SettingsPage,
  asks: (name) => !FOUR_EYES.has(name) || mayEverything(),
}
