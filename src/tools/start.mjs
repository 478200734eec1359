import './node-version.mjs'
import './parent.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'

const [what] = process.argv.slice(2)

await ensureInstalled()
if (what === 'dev') {
  const { develop } = await import('./develop.mjs')
  await develop()
} else {
  await ensureBuilt()
  process.setSourceMapsEnabled(true)
  if (what === 'demo') {
    const { demonstrate } = await import('./demonstrate.mjs')
    await demonstrate()
  } else {
    // In this very process: signals, exit code and terminal are the server's own.
    await import(new URL('../../dist/server/main.js', import.meta.url).href)
  }
}
