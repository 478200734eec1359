import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? { build: serverBuild } : consoleApp))

const serverBuild = {
  ssr: true,
  outDir: 'dist/server',
  copyPublicDir: false,
  target: 'node20',
  sourcemap: true,
  rollupOptions: {
    input: ['src/server/app/main.ts', 'src/server/app/run-server.ts'],
    output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
  },
}

const project = (name: string, more: TestProjectInlineConfiguration['test'] = {}): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], environment: 'node', ...more },
})

const database = { globalSetup: ['tests/setup/global-database.ts'] }

const consoleApp = {
  plugins: [react(), webManifest(), ...(process.env.VITEST ? [] : [serviceWorker()])],
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    sourcemap: false,
    rollupOptions: { output: { manualChunks } },
  },
  server: { host: true, proxy: proxyTo(process.env.SERVER_URL) },
  test: {
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      project('rules'),
      project('client', { environment: 'jsdom', setupFiles: ['tests/setup/client.ts'] }),
      project('api', database),
      project('ocpp', database),
      project('journeys', {
        globalSetup: [...database.globalSetup, 'tests/setup/global-browser.ts'],
        testTimeout: 60_000,
      }),
    ],
  },
}

// The parts that every screen needs, apart from the screens: a new version of a screen leaves them cached.
function manualChunks(id: string) {
  if (/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//.test(id)) return 'react'
  return undefined
}

/** In development the console is served here and everything else by the server behind. */
function proxyTo(target: string | undefined) {
  if (!target) return undefined
  const paths = ['/api', '/ocpp', '/pub', '/healthz', '/readyz', '/metrics']
  return Object.fromEntries(paths.map((path) => [path, { target, ws: true }]))
}

/** The manifest keeps its name: an installed console asks for it by this address for years. */
function webManifest(): Plugin {
  const fileName = 'manifest.webmanifest'
  const source = () => readFileSync(fileName, 'utf8')
  return {
    name: 'chargedeck-web-manifest',
    configureServer: ({ middlewares }) => {
      middlewares.use(`/${fileName}`, (_, reply) => {
        reply.setHeader('content-type', 'application/manifest+json').end(source())
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: source() })
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
    injectManifest: { globPatterns: ['**/*.{js,css,html,svg,png,webmanifest}'], globIgnores: ['**/service-worker.js'] },
  })
}
