import i18next from 'i18next'
import { ownPreferences, savePreferences } from '../../shared/endpoints/preferences.ts'
import { call } from '../kit/api/call.ts'
import { switchLanguage } from '../kit/i18n/i18n.ts'
import { keep, kept } from '../kit/session/kept.ts'
import {
  type Chosen,
  type ChosenField,
  chosenOf,
  forgetLayout,
  layoutAtom,
  takenAtom,
  unsentAtom,
} from '../kit/session/layout.ts'
import { lastEnding, personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { themeChoice } from '../kit/theme/theme.ts'
import { liveStateAtom } from '../live/live-state.ts'

type Look = 'theme' | 'language'

/** What this device shows because anyone who signed in chose it elsewhere. */
const BORROWED = 'borrowed_look'
const borrowed = () => kept<Partial<Record<Look, string>>>(BORROWED) ?? {}
const shownHere = (look: Look) => localStorage.getItem(look)?.replaceAll('"', '')

let taking = false

/** Shows a person's look unless someone chose one on this device, before or after signing in. */
async function borrow(look: Look, value: string, show: () => unknown) {
  const here = shownHere(look)
  if (here !== undefined && here !== borrowed()[look]) return
  keep(BORROWED, { ...borrowed(), [look]: value })
  taking = true
  try {
    await show()
  } finally {
    taking = false
  }
}

function themeChosen() {
  if (!taking) store.set(unsentAtom, [...new Set([...store.get(unsentAtom), 'theme' as const])])
}

const userId = () => store.get(personAtom)?.user.userId

/** What the server keeps shows here, but for what was chosen here since and is still to be sent. */
async function takeOver() {
  const person = userId()
  const { language, theme, ...layout } = await call(ownPreferences, {})
  if (userId() !== person) return
  const unsent = store.get(unsentAtom)
  // A device that was laid out before the server kept it says so once.
  const early = chosenOf(store.get(layoutAtom)).filter((field) => !(field in layout))
  const known = Object.entries(layout).filter(([field]) => !unsent.includes(field as ChosenField))
  store.set(takenAtom, Object.fromEntries(known))
  if (early.length) store.set(unsentAtom, [...new Set([...unsent, ...early])])
  if (theme && !unsent.includes('theme')) await borrow('theme', theme, () => store.set(themeChoice, theme))
  if (language && language !== i18next.language) await borrow('language', language, () => switchLanguage(language))
}

let sending = false
let again = false

/** One write at a time; what is chosen meanwhile goes with the next one. */
async function sendUnsent() {
  const fields = store.get(unsentAtom)
  if (sending) again = true
  if (sending || !fields.length) return
  sending = true
  again = false
  const person = userId()
  const all: Chosen = { ...(store.get(layoutAtom) as Chosen), theme: store.get(themeChoice) }
  const chosen = Object.fromEntries(fields.map((field) => [field, all[field]])) as Chosen
  // What fails stays to be sent: when the network is back, or with the next choice.
  const sent = await call(savePreferences, chosen).then(
    () => true,
    () => false,
  )
  sending = false
  if (sent && userId() === person) {
    const now = { ...store.get(layoutAtom), theme: store.get(themeChoice) } as Chosen
    const isSent = (field: ChosenField) => fields.includes(field) && now[field] === chosen[field]
    store.set(
      unsentAtom,
      store.get(unsentAtom).filter((field) => !isSent(field)),
    )
  }
  if (again) await sendUnsent()
}

const quietly = (work: Promise<void>) => void work.catch(() => {})

/** A person's favourites, layout and look go with them from device to device. */
export function startPreferences() {
  let shown: number | undefined
  const follow = () => {
    if (userId() === shown) return
    if (shown !== undefined && lastEnding() !== 'expired') forgetLayout(shown)
    shown = userId()
    if (shown !== undefined) quietly(takeOver().then(sendUnsent))
  }
  store.sub(personAtom, follow)
  store.sub(unsentAtom, () => quietly(sendUnsent()))
  store.sub(liveStateAtom, () => store.get(liveStateAtom) === 'live' && quietly(sendUnsent()))
  store.sub(themeChoice, themeChosen)
  follow()
}
