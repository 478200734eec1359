import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { normalizePath, type Plugin, type Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import type { Archive } from './src/client/offline/archive.ts'
import { FALLBACK, fallbacksOf, LANGUAGES } from './src/shared/kit/languages.ts'
import {
  BRING_FILES,
  firstFiles,
  manifestOf,
  partsByFetch,
  partsTable,
  withItself,
  wordsFileOf,
} from './src/tools/console-files.ts'
import { callsAlone, wholeExports, withoutNames, withoutNotices } from './src/tools/console-plugins.mjs'

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? { build: serverBuild } : consoleApp))

const serverBuild = {
  ssr: true,
  outDir: 'dist/server',
  copyPublicDir: false,
  target: 'node20',
  sourcemap: true,
  rollupOptions: {
    // A sheet is read by a thread of its own, from a file of its own.
    input: ['src/server/app/main.ts', 'src/server/app/run-server.ts', 'src/server/sheets/imports/sheet-worker.ts'],
    output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
  },
}

const project = (name: string, more: TestProjectInlineConfiguration['test'] = {}): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], environment: 'node', ...more },
})

/** Tests that put something else in a module's place, which nothing may have loaded before. */
const ALONE = 'tests/api/**/*.alone.test.ts'
const database = { globalSetup: ['tests/setup/global-database.ts'], setupFiles: ['tests/setup/patience.ts'] }

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
/** Parts of a list that other pages use too: whoever opens those shall not load the list of one width, nor that of the other. */
const USED_WIDELY = /\/(client\/kit\/(ui|fields)|src\/shared|node_modules\/lodash)\//

/** Few files for what mostly follows as well: each that is asked for costs the page, the browser and the server more than its bytes. */
const FOLLOWING = ['checks', 'controls', 'phone-controls', 'lists', 'devices', 'dashboard', 'entities', 'forms']
/** What the dashboard alone brings: other pages take of its records and words what they need. */
const DASHBOARDS = /\/(client\/(dashboard|kit\/charts)\/|shared\/endpoints\/dashboard|node_modules\/)/

/**
 * The first screens come in few files, none with what the screens before it do not need; whatever is loaded when it is
 * used stays a file of its own. Libraries are apart, so that a new version of the console leaves them cached.
 */
const groups = [
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
const compiledWhole = ({ name }: { name: string }) => (RUN_AT_ONCE.includes(name) ? '//# allFunctionsCalledOnLoad' : '')

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

const consoleApp = {
  plugins: [
    react(),
    webManifest(),
    firstFiles(),
    partsByFetch(),
    partsTable(),
    callsAlone(),
    withoutNames(),
    withoutNotices(),
    wholeExports(),
    ...(process.env.VITEST ? [] : [archive(), serviceWorker()]),
  ],
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    sourcemap: false,
    modulePreload: { resolveDependencies: withItself },
    rolldownOptions: { output: { codeSplitting: { groups }, postBanner: compiledWhole } },
  },
  server: { host: true, proxy: proxyTo(process.env.SERVER_URL) },
  test: {
    // Tests of piles wait for a time that is the matter itself, a browser is waited for more than it works: more files than cores,
    // of whatever project, fill what two of them leave idle. Five took 27 minutes, and one journey of them its time limit.
    maxWorkers: 4,
    // No test is against the clock; these end what hangs, on a machine that does much else.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // A machine that does much else is slow: what is waited for comes, or a test's own time ends it.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      // `isolate: false` is one file after the other in one process: starting one for each, and loading the sources in it anew, took
      // longer than its tests.
      project('rules', { isolate: false }),
      project('client', {
        environment: 'jsdom',
        setupFiles: ['tests/setup/patience.ts', 'tests/setup/client.ts'],
        isolate: false,
      }),
      project('api', { ...database, isolate: false, exclude: [ALONE] }),
      project('alone', { ...database, include: [ALONE] }),
      project('ocpp', { ...database, isolate: false }),
      project('journeys', {
        globalSetup: [...database.globalSetup, 'tests/setup/global-browser.ts'],
        setupFiles: [...database.setupFiles, 'tests/setup/windows.ts'],
        isolate: false,
        testTimeout: 360_000,
        // A window, its console and its server are busy at once: of more than three at a time each only waits for the others.
        maxWorkers: 3,
        sequence: { groupOrder: 1 },
      }),
    ],
  },
}

/** In development the console is served here and everything else by the server behind. */
function proxyTo(target: string | undefined) {
  if (!target) return undefined
  const paths = ['/api', '/ocpp', '/pub', '/healthz', '/readyz', '/metrics']
  return Object.fromEntries(paths.map((path) => [path, { target, ws: true }]))
}

function webManifest(): Plugin {
  return {
    name: 'chargedeck-web-manifest',
    configureServer: ({ middlewares }) => {
      for (const language of LANGUAGES)
        middlewares.use(`/${manifestOf(language)}`, (_, reply) => {
          reply.setHeader('content-type', 'application/manifest+json').end(manifestIn(language))
        })
    },
    generateBundle() {
      for (const language of LANGUAGES)
        this.emitFile({ type: 'asset', fileName: manifestOf(language), source: manifestIn(language) })
    },
  }
}

interface InstallWords {
  description?: string
  scan?: string
  alarms?: string
  pictures?: Record<'alarms' | 'pile' | 'dashboard', string>
}

/** What a language says of the installed console; of one that lacks it the fallback speaks. */
function installWords(language: string): InstallWords {
  const [found = ''] = [language, ...fallbacksOf(language)]
    .map((tag) => `locales/${tag}/install.json`)
    .filter((file) => existsSync(file))
  return JSON.parse(readFileSync(found, 'utf8')).manifest
}

function manifestIn(language: string): string {
  const { description, scan, alarms, pictures } = installWords(language)
  const shortcut = (name: string | undefined, at: string) => ({
    name,
    url: `/start/${at}`,
    icons: [{ src: `/shortcut-${at}.png`, sizes: '192x192', type: 'image/png' }],
  })
  const speaks = existsSync(`public/screenshots/${language}`) ? language : FALLBACK
  const screenshot = (name: keyof NonNullable<typeof pictures>, sizes: string, form_factor: string) => ({
    src: `/screenshots/${speaks}/${name}.png`,
    ...{ sizes, type: 'image/png', form_factor, label: pictures?.[name] },
  })
  const whole = {
    ...JSON.parse(readFileSync('manifest.webmanifest', 'utf8')),
    ...{ lang: language, description },
    shortcuts: [shortcut(scan, 'scan'), shortcut(alarms, 'alarms')],
    screenshots: [
      screenshot('alarms', '390x844', 'narrow'),
      screenshot('pile', '390x844', 'narrow'),
      screenshot('dashboard', '1280x800', 'wide'),
    ],
  }
  return JSON.stringify(whole, null, 2)
}

/** Writes all scripts and styles into one file too: a device that installs the console asks once and not seven hundred times. */
function archive(): Plugin {
  return {
    name: 'chargedeck-archive',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle).filter(({ fileName }) => /^assets\/.+\.(js|css)$/.test(fileName))
        const texts: Archive = Object.fromEntries(
          files.map((file) => [`/${file.fileName}`, String(file.type === 'chunk' ? file.code : file.source)]),
        )
        this.emitFile({ type: 'asset', name: 'archive.json', source: JSON.stringify(texts) })
      },
    },
  }
}

function serviceWorker() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/client/offline',
    filename: 'service-worker.ts',
    injectRegister: false,
    registerType: 'prompt',
    manifest: false,
    injectManifest: {
      globPatterns: ['**/*.{js,css,html,svg,png,webmanifest}', 'assets/{archive,parts}-*.json'],
      // A browser shows screenshots before it installs, and never after.
      globIgnores: ['**/service-worker.js', 'screenshots/**'],
      maximumFileSizeToCacheInBytes: 8_000_000,
    },
  })
}
