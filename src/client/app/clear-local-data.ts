import i18next from 'i18next'
import { logout } from '../../shared/endpoints/auth.ts'
import { call } from '../kit/api/call.ts'
import { endSession } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { confirm } from '../kit/ui/confirm.tsx'
import { decisionsAtom } from '../offline/sending.ts'

/** Removes all that this browser has kept of the console, once the person has read what that means. */
export async function clearLocalData() {
  await i18next.loadNamespaces('user_centre')
  const waiting = store.get(decisionsAtom).filter(({ state }) => state === 'waiting').length
  const t = (key: string, figures = {}) => i18next.t(`user_centre:clear.${key}`, figures)
  const text = [t('text'), waiting > 0 && t('waiting', { count: waiting })].filter(Boolean).join(' ')
  if (!(await confirm({ title: t('title'), text, yes: t('yes'), danger: true }))) return
  await call(logout, {}).catch(() => {})
  endSession('signed_out')
  localStorage.clear()
  sessionStorage.clear()
  await forgetDatabases()
  await forgetCaches()
  // Anew, so that nothing in memory is kept again.
  location.assign('/login')
}

/** One that is open is removed once this page has gone. */
async function forgetDatabases() {
  const databases = await indexedDB.databases?.().catch(() => [])
  for (const { name } of databases ?? []) if (name) indexedDB.deleteDatabase(name)
}

async function forgetCaches() {
  if (!('caches' in window)) return
  for (const name of await caches.keys()) await caches.delete(name)
}
