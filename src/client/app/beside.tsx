import i18next from 'i18next'
import { isLanguage } from '../../shared/kit/languages.ts'
import { call } from '../kit/api/call.ts'
import { personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { loaded } from '../kit/ui/lazy.ts'
import { startLive } from '../live/live.ts'
// Menus open without a network as well.
import '../kit/ui/menu-list.tsx'
import { Hint } from './install/hint.tsx'
import { readRightsAnew } from './menu/rights-changed.ts'
import { startPreferences } from './preferences.ts'
import { type BesideParts, besideAtom } from './shell/beside-atom.ts'
import { Offered } from './shell/offered.tsx'
import { RightsPrompt } from './shell/rights-prompt.tsx'
import { UpdatePrompt } from './shell/update-prompt.tsx'

/** Messages come in the language that the console speaks; where it cannot be said now, the next change says it. */
async function tellLanguage(language: string) {
  if (!isLanguage(language) || !store.get(personAtom)) return
  const { saveLanguage } = await loaded(() => import('../../shared/endpoints/user-centre.ts'))
  await call(saveLanguage, { language })
}

const Offers = ({ phone = false }) => (
  <>
    {phone && <Hint />}
    <Offered />
  </>
)

const Prompts = () => (
  <>
    <UpdatePrompt />
    <RightsPrompt />
  </>
)

export const parts: BesideParts = { Offers, Prompts }

/** What runs beside the pages, and begins once the first of them shows. */
export function startAll() {
  startLive(() => void readRightsAnew())
  startPreferences()
  store.set(besideAtom, parts)
  i18next.on('languageChanged', (language) => void tellLanguage(language).catch(() => {}))
}
