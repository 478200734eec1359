import { resolve } from 'node:path'
import { normalizePath, type Rolldown } from 'vite'
import { BRING_FILES, wordsFileOf } from './console-files.ts'

/** In which file of the built console a module comes. */

/** What a browser loads first, in this order, and what mostly follows: files under src/client. */
const FIRST_SCREENS = {
  start: ['app/main.tsx'],
  'sign-in': ['sign-in/sign-in.tsx'],
  'signed-in': ['app/layout.tsx', 'app/menu-pages.tsx', 'app/opened-page.ts', 'push/app-badge.tsx'],
  beside: ['app/beside.tsx'],
  icons: ['kit/ui/more-icon.tsx'],
  views: ['kit/records/views/view-menu.tsx'],
  wide: ['app/shell/wide-shell.tsx', 'kit/records/wide-list.tsx'],
  // Someone who stands beside a pile came for its alarm.
  phone: ['app/shell/phone-shell.tsx', 'kit/records/phone-list.tsx', 'alarms/alarm-list.tsx'],
  // Nearly all lists but that of alarms.
  lists: ['kit/records/entity-list.tsx'],
  devices: ['piles/extras.ts', 'piles/pile-list.tsx'],
  dashboard: ['dashboard/dashboard.tsx'],
  forms: ['kit/records/page/entity-page.tsx', 'app/entity-forms.tsx', 'kit/ui/question-dialog.tsx'],
}
/** What checks an input: forms need it, and no page that only shows and calls. */
const CHECKS =
  /\/(node_modules\/zod|src\/shared\/(kit\/(schema|bulk-schema|identity|translations)|domain\/password-schema)\.ts$)/
/** What of them runs whole until a phone's first page stands there. */
const RUN_AT_ONCE = ['react', 'libraries', 'start', 'signed-in', 'phone', 'phone-controls']
type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>
type FirstScreen = keyof typeof FIRST_SCREENS
/** The screens that follow the sign-in. */
const BEHIND: FirstScreen[] = ['signed-in', 'beside', 'wide', 'phone', 'devices', 'dashboard', 'forms']

const FRAMEWORK = /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//
/** Parts of a list that other pages use too: a page that uses them shall not load the list of one width, nor that of the other. */
const USED_WIDELY = /\/(client\/kit\/(ui|fields)|src\/shared|node_modules\/lodash)\//

/** Few files for what mostly follows as well: each that is asked for costs the page, the browser and the server more than its bytes. */
const FOLLOWING = ['checks', 'controls', 'phone-controls', 'lists', 'devices', 'dashboard', 'entities', 'forms']
/** What the dashboard alone brings: other pages take of its records and words what they need. */
const DASHBOARDS = /\/(client\/(dashboard|kit\/charts)\/|shared\/endpoints\/dashboard|node_modules\/)/

/**
 * The first screens come in few files, none with what the screens before it do not need; whatever is loaded when it is
 * used stays a file of its own. Libraries are apart, so that a new version of the console leaves them cached.
 */
export const groups = [
  { name: 'react', test: FRAMEWORK },
  { debugName: 'words', name: wordsFileOf },
  ...['libraries', 'start', 'sign-in', 'signed-in', 'beside', 'icons', 'views', 'wide', 'phone', ...FOLLOWING].map(
    (name) => ({
      debugName: name,
      name: (id: string, modules: Modules) => (chunkOf(id, modules) === name ? name : null),
      includeDependenciesRecursively: false,
    }),
  ),
].map((group, at, { length }) => ({ ...group, priority: length - at }))

function chunkOf(id: string, modules: Modules): string | null {
  // Whatever loads a part needs it: with the start, a part would wait for the start, and the start may wait for that part.
  if (id.includes('vite/preload-helper') || normalizePath(id).endsWith(BRING_FILES)) return 'libraries'
  if (CHECKS.test(id)) return 'checks'
  const screen = firstScreenOf(id, modules)
  if (screen === 'wide') return isUsedWidely(id, modules) ? 'controls' : screen
  if (screen === 'phone') return isUsedWidely(id, modules) ? 'phone-controls' : screen
  return screen === 'start' && id.includes('/node_modules/') ? 'libraries' : screen
}

/**
 * Browsers that know this line compile all of a file beside the page while it comes in, and not each function in the page's own time when
 * it is first called. Chromium keeps what it compiled of scripts, but takes nothing of what it kept of modules: it compiles them at each start.
 */
export const compiledWhole = ({ name }: { name: string }) =>
  RUN_AT_ONCE.includes(name) ? '//# allFunctionsCalledOnLoad' : ''

const neededBy = new Map<FirstScreen, Set<string>>()

function isNeededBy(screen: FirstScreen, id: string, modules: Modules): boolean {
  const needed = neededBy.get(screen) ?? closureOf(FIRST_SCREENS[screen], modules)
  neededBy.set(screen, needed)
  return needed.has(id)
}

/** What the screens that follow share with a list would bring them all of that list, were it in its file. */
const isUsedWidely = (id: string, modules: Modules) =>
  USED_WIDELY.test(id) || isNeededBy('dashboard', id, modules) || isNeededBy('forms', id, modules)

function firstScreenOf(id: string, modules: Modules): FirstScreen | 'entities' | null {
  const needs = (screen: FirstScreen) => isNeededBy(screen, id, modules)
  // What the sign-in shares with other pages comes before it: they shall not bring it along.
  if (needs('start') || (needs('sign-in') && BEHIND.some(needs))) return 'start'
  if (needs('sign-in')) return id.includes('/node_modules/') ? 'start' : 'sign-in'
  // What both kinds of screen need comes with neither.
  if (needs('signed-in') || (needs('wide') && needs('phone'))) return 'signed-in'
  if (needs('beside')) return 'beside'
  if (needs('icons')) return 'icons'
  if (needs('views')) return 'views'
  if (needs('wide')) return 'wide'
  // The list of piles shall not bring that of alarms along for what both need.
  if (needs('phone')) return needs('devices') ? null : 'phone'
  if (needs('lists')) return 'lists'
  if (needs('devices')) return needs('dashboard') || needs('forms') ? null : 'devices'
  // What both need are a few single entities: a file each, as lists take one of them.
  if (needs('dashboard') && needs('forms')) return null
  if (needs('dashboard')) return DASHBOARDS.test(id) ? 'dashboard' : null
  // A page that shows one kind of record shall not load the forms for its declaration.
  if (needs('forms')) return id.includes('/src/shared/') ? 'entities' : 'forms'
  return null
}

/** These modules of the console and everything that they import at once. */
function closureOf(files: readonly string[], modules: Modules): Set<string> {
  const found = new Set(files.map((file) => normalizePath(resolve('src/client', file))))
  for (const id of found) if (!modules.getModuleInfo(id)) throw new Error(`${id} is not a part of the console`)
  for (const id of found)
    if (!CHECKS.test(id)) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}
