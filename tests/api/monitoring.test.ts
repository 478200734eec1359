import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile } from '../../src/fleet/scripted.ts'
import { makePile, makeSite } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

const PLACE = 'docs/monitoring'
let server: TestServer
/** What a real server tells, with a pile that started and reported. */
let text: string
beforeAll(async () => {
  server = await startServer()
  const site = await makeSite(server.db)
  const { station_number: station } = await makePile(server.db, { site_id: site.id })
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  await pile.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  await pile.call('MeterValues', { connectorId: 1, meterValue: [reading(1_000)] })
  text = await figures()
  await pile.close()
})
afterAll(() => server.stop())

const figures = async () => (await fetch(`${server.url}/metrics`)).text()
const reading = (wh: number) => ({ timestamp: new Date().toISOString(), sampledValue: [{ value: String(wh) }] })

/** What the text says of each figure: its type. */
const typesOf = () =>
  new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]))
const figure = (name: string) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1])

/** What Prometheus stores of them, and what it adds to each place that it asks. */
function series(): Set<string> {
  const names = [...typesOf()].flatMap(([name, type]) =>
    type === 'histogram' || type === 'summary' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
  )
  return new Set([...names, 'up'])
}

const WORDS = ['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'bool', 'offset']
/** The names of figures in an expression of Prometheus: what is no function, label, text, duration or word. */
const namesIn = (expression: string): string[] =>
  [
    ...expression
      .replace(/"[^"]*"/g, '')
      .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
      .replace(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
      .matchAll(/(?<![\w:.])[a-zA-Z_:][\w:]*(?!\w|\s*\()/g),
  ].flatMap(([name]) => (WORDS.includes(name) ? [] : name))

interface Panel {
  title: string
  targets?: { expr: string }[]
  panels?: Panel[]
}
const panelsOf = (panels: readonly Panel[]): Panel[] =>
  panels.flatMap((panel) => [panel, ...panelsOf(panel.panels ?? [])])

function expressions(): [where: string, expression: string][] {
  const rules = readFileSync(`${PLACE}/alerts.yml`, 'utf8').matchAll(/- alert: (\w+)\n\s+expr: (.+)$/gm)
  const dashboards = readdirSync(`${PLACE}/grafana`).flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(`${PLACE}/grafana/${file}`, 'utf8')) as { panels: Panel[] }
    return panelsOf(panels).flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }): [string, string] => [`${file}: ${title}`, expr]),
    )
  })
  return [...[...rules].map(([, alert = '', expr = '']): [string, string] => [alert, expr]), ...dashboards]
}

test('an expression names its figures, and nothing else in it is taken for one', () => {
  expect(
    namesIn('sum by (a, le) (rate(b_total{c="d e"}[5m])) > 2 * max_over_time(f[1h:1m]) and g unless on (h) i'),
  ).toEqual(['b_total', 'f', 'g', 'i'])
})

test('each expression of the alerts and the dashboards names figures that a server tells', () => {
  const known = series()
  const all = expressions()
  const strange = all.flatMap(([where, expr]) => {
    const names = namesIn(expr)
    return [
      ...(names.length ? [] : [`${where}: none`]),
      ...names.filter((name) => !known.has(name)).map((name) => `${where}: ${name}`),
    ]
  })
  expect(strange).toEqual([])
  expect(all.length).toBeGreaterThan(50)
})

test('each figure of ours is in docs/monitoring/README.md with its type, and none that is not there', () => {
  const listed = readFileSync(`${PLACE}/README.md`, 'utf8').matchAll(/^\| `(chargedeck_\w+)` \| (\w+) \|/gm)
  const ours = [...typesOf()].filter(([name]) => name.startsWith('chargedeck_'))
  expect([...listed].map(([, name, type]) => `${name} ${type}`).sort()).toEqual(
    ours.map((pair) => pair.join(' ')).sort(),
  )
})

test('names, helps and types are as Prometheus wants them', () => {
  for (const [name, type] of typesOf()) {
    expect(text).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'))
    if (name.startsWith('chargedeck_'))
      expect(`${name} ${type}`).toMatch(/^[a-z_]+(_total counter|(?<!_total) (gauge|histogram))$/)
  }
})

test('what a pile does shows in the figures: its socket, its start, its report, the commit', () => {
  for (const name of ['piles_connected', 'pile_boots_total', 'pile_reports_total'])
    expect(figure(`chargedeck_${name}`)).toBe(1)
  expect(figure('chargedeck_pile_commit_seconds_count')).toBeGreaterThanOrEqual(1)
  expect(figure('chargedeck_pile_commit_seconds_sum')).toBeGreaterThan(0)
  expect(figure('chargedeck_pile_commit_entries_sum')).toBeGreaterThanOrEqual(2)
  expect(figure('chargedeck_pile_commits_failed_total')).toBe(0)
})

test('a chore tells when it last worked, and a failure of it', async () => {
  const chore = 'write what sessions cost so far'
  const told = (what: string) => new RegExp(`^chargedeck_chore_${what}\\{chore="${chore}"\\} (\\S+)$`, 'm')
  const last = Number(told('last_success_timestamp_seconds').exec(text)?.[1])
  expect(Math.abs(Date.now() / 1_000 - last)).toBeLessThan(60)
  expect(text).toMatch(told('failures_total'))
  expect(Number(told('every_seconds').exec(text)?.[1])).toBe(0.5)
  const tasks = text.matchAll(/^chargedeck_task_failed\{task="(\w+)"\} 0$/gm)
  expect([...tasks].map(([, task]) => task)).toContain('backup')
})
