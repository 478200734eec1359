import type { FastifyInstance } from 'fastify'
import { demoList, demoMenu, demoPage, demoPost, demoStatus, demoVersion } from '../../shared/endpoints/demo.ts'
import type { MenuNode } from '../../shared/endpoints/shell.ts'
import { siteStates } from '../../shared/endpoints/sites.ts'
import type { Language } from '../../shared/kit/languages.ts'
import type { Context } from '../kit/context.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { say } from '../kit/words.ts'
import type { DemoPorts } from './ports.ts'

/** Calls to try the API out with, on the network's own data. */
export function demoRoutes(app: FastifyInstance, ports: DemoPorts): void {
  const open = async () => {
    if (!(await ports.isOpen())) throw new Refusal(404, 'refusals:demo_off')
  }

  serve(app, demoVersion, async () => {
    await open()
    return { version: ports.version }
  })

  serve(app, demoPost, async (body) => {
    await open()
    return { received_at: new Date().toISOString(), body }
  })

  serve(app, demoPage, async (query, context) => {
    await open()
    const { rows, summary: _, ...page } = await ports.piles.list(query, context)
    return { ...page, rows: rows.map(shownPile), summary: {} }
  })

  serve(app, demoList, async ({ keyword }, context) => {
    await open()
    const sites = await ports.sites.options({ keyword }, context)
    return sites.map(({ id, title }) => ({ id, title }))
  })

  serve(app, demoMenu, async (_, context) => {
    await open()
    return pagesOf(await ports.menuOf(context), context.language)
  })

  serve(app, demoStatus, async ({ code }, context) => {
    await open()
    if (code !== undefined) throw new Refusal(Number(code), 'refusals:demo_refusal')
    return { states: await statesOf(ports, context) }
  })
}

const shownPile = ({ id, station_number, site, state }: DemoPile) => ({
  ...{ id, station_number, site },
  real_time_state: state,
})
type DemoPile = Awaited<ReturnType<DemoPorts['piles']['list']>>['rows'][number]

interface DemoPage {
  title: string
  path: string | null
  children: DemoPage[]
}

const pagesOf = (nodes: readonly MenuNode[], language: Language): DemoPage[] =>
  nodes
    .filter(({ type }) => type !== 'button')
    .map(({ meta, path, children }) => ({
      title: meta.titles ? meta.title : say(language, { key: `menu:${meta.title}` }),
      path,
      children: pagesOf(children, language),
    }))

async function statesOf({ sitesNow }: DemoPorts, context: Context) {
  const sites = await sitesNow(context)
  const counts = siteStates.map((state) => [state, sites.reduce((sum, { states }) => sum + (states[state] ?? 0), 0)])
  return Object.fromEntries(counts.filter(([, count]) => count))
}
