import { existsSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import type { Archive } from './src/client/offline/archive.ts'
import { FALLBACK, fallbacksOf, LANGUAGES } from './src/shared/kit/languages.ts'
import { firstFiles, manifestOf, partsByFetch, partsTable, withItself } from './src/tools/console-files.ts'
import { compiledWhole, groups } from './src/tools/console-groups.ts'
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
