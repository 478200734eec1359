import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startDemoFleet } from '../../src/fleet/demo/live.ts'
import { type SecurePort, securePort } from '../../src/fleet/demo/secure-port.ts'
import { seedDemo } from '../../src/fleet/demo/seed.ts'
import { temporaryFolder } from '../setup/process.ts'
import { startServer, type TestServer } from '../setup/server.ts'

const folder = temporaryFolder()
const PATIENCE = { timeout: 90_000, interval: 500 }
let server: TestServer
let fleet: { stop(): Promise<void> } | undefined

let secure: SecurePort

beforeAll(async () => {
  secure = await securePort(folder.path)
  const { port, cert, key } = secure
  const pem = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
  const pileTls = { port, ...pem, operator: 'Chargedeck', days: 365, authority: null }
  server = await startServer({ settings: { pileTls, dataDir: folder.path } })
  await seedDemo(server.pool, { days: 2 })
  fleet = await startFleet()
})
afterAll(async () => {
  await fleet?.stop()
  await server.stop()
  folder.remove()
})

const startFleet = () =>
  startDemoFleet({
    ...{ url: `${server.url.replace('http', 'ws')}/ocpp`, pool: server.pool },
    ...{ file: join(folder.path, 'virtual-piles.json'), secure },
  })

const rows = async (sql: string) => (await server.pool.query(sql)).rows
const becomes = (sql: string, wanted: object[]) =>
  vi.waitFor(async () => expect(await rows(sql)).toEqual(wanted), PATIENCE)

test('firmware is installed at one site, halted by the first piles of another, and waits for the night at a third', () =>
  becomes('select name, state from campaign join firmware_push on campaign_id = campaign.id order by name', [
    { name: 'AC 1.4.3', state: 'done' },
    { name: 'DC 2.2.0, Lujiazui', state: 'running' },
    { name: 'DC 2.2.0, Nanshan', state: 'stopped' },
  ]))

test('a template holds at all piles of its type, another at all but two', () =>
  becomes(
    `select t.name, count(*) filter (where configuration = 'differs')::int as differs,
       count(*) filter (where configuration = 'same') > 3 as others
     from configuration_template t join pile p on p.pile_type_id = t.pile_type_id group by 1 order by 1`,
    [
      { name: 'AC wall boxes', differs: 2, others: true },
      { name: 'DC fast chargers', differs: 0, others: true },
    ],
  ))

test('one pile is worked on, and a site is going to be', () =>
  becomes(
    'select state, (select count(*)::int from maintenance_pile where maintenance_id = m.id) as piles from maintenance m order by starts_at',
    [
      { state: 'under_way', piles: 1 },
      { state: 'planned', piles: 0 },
    ],
  ))

test('danger is told at once and, where nobody comes, to others; what is offline not at night', () =>
  becomes(
    `select name, severity, escalate_minutes, (select count(*)::int from alarm_rule_next_role n where n.alarm_rule_id = r.id) as others, quiet_from from alarm_rule r order by position`,
    [
      { name: 'Danger', severity: 'critical', escalate_minutes: 15, others: 1, quiet_from: null },
      { name: 'Offline', severity: null, escalate_minutes: null, others: 0, quiet_from: 22 },
    ],
  ))

test('work at three piles is planned, under way and done', () =>
  becomes('select state from work_order where plan_id is null order by id', [
    { state: 'planned' },
    { state: 'under_way' },
    { state: 'done' },
  ]))

test('piles hold a profile, keep cards, are reserved, and uploaded what they know of themselves', async () => {
  await becomes('select name, count > 0 as held from charging_profile order by name', [
    { name: 'Buses first', held: true },
    { name: 'Evening peak', held: true },
    { name: 'Quiet nights', held: false },
  ])
  await vi.waitFor(async () => {
    const [{ lists, reserved, cancelled, files }] = await rows(`
      select (select count(*)::int from card_list where state = 'in_step') as lists,
        (select count(*)::int from reservation where state in ('accepted', 'used')) as reserved,
        (select count(*)::int from reservation where state = 'cancelled') as cancelled,
        (select count(*)::int from diagnostics_upload where received_at is not null) as files`)
    expect(lists).toBeGreaterThan(3)
    expect(reserved).toBeGreaterThan(1)
    expect([cancelled, files]).toEqual([1, 2])
  }, PATIENCE)
})

test('a few piles come by certificates of their own, one could not, and some told of their security', async () => {
  await becomes(
    `select t.state, t.said, count(*)::int as piles from campaign c join campaign_target t on t.campaign_id = c.id
     where c.action = 'raise_profile' group by 1, 2 order by 1`,
    [
      { state: 'done', said: null, piles: 4 },
      { state: 'refused', said: 'no_request', piles: 1 },
    ],
  )
  await becomes("select count(*)::int as valid from certificate where state = 'accepted'", [{ valid: 4 }])
  await becomes('select count(*)::int as secured from pile where connected_profile = 3', [{ secured: 4 }])
  await vi.waitFor(async () => {
    const types = (await rows('select distinct type from security_event')).map(({ type }) => type)
    expect(types).toEqual(expect.arrayContaining(['TamperDetectionActivated', 'SettingSystemTime', 'FirmwareUpdated']))
  }, PATIENCE)
})

test('drivers of a fleet and staff have cards of a group, and the screens of a site show a message', async () => {
  await becomes(
    `select g.kind, g.at_once, count(c.id)::int as cards from card_group g join card c on c.group_id = g.id group by g.id order by g.id`,
    [
      { kind: 'drivers', at_once: 2, cards: 3 },
      { kind: 'master_pass', at_once: null, cards: 1 },
    ],
  )
  await becomes(
    `select t.state, count(*) > 1 as several from campaign c join campaign_target t on t.campaign_id = c.id
     where c.action = 'show_message' group by 1`,
    [{ state: 'done', several: true }],
  )
})

test('a demo that starts again finds its workshop as it was', async () => {
  const count = () =>
    rows('select (select count(*) from campaign) as campaigns, (select count(*) from reservation) as reservations')
  const before = await count()
  await fleet?.stop()
  fleet = await startFleet()
  await fleet.stop()
  expect(await count()).toEqual(before)
})
