import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import type { TestServer } from '../setup/server.ts'
import { begin, decide, pick, pickRegion, top, visit, write } from './by-thumb.ts'
import { type Desk, sitDown, startJourney } from './console.ts'
import { contentOf } from './saved-file.ts'

let server: TestServer
let phone: Desk

beforeAll(async () => {
  server = await startJourney()
  phone = await sitDown(server, { size: 'phone', language: 'zh-CN' })
})
afterAll(async () => {
  await phone.leave()
  await server.stop()
})

const SITE = '陆家嘴环路地下二层超级充电站（东区入口）'
const TYPE = '直流 120 kW 双枪'
const STRATEGY = '上海统一价'
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** From the empty dashboard, whose list of first steps then says that there is one. */
async function addSite() {
  const { page } = phone
  await phone.go('/dashboard')
  // The list of sites offers the same; from the first steps one comes back to them.
  await page.getByRole('heading', { name: '开始搭建网络' }).waitFor()
  await begin(page, '场站')
  await top(page).getByRole('button', { name: '保存场站' }).tap()
  await top(page).getByText('请填写此项').waitFor()
  await write(page, '名称 *', SITE)
  await write(page, '详细地址', '世纪大道8号')

  await page.getByRole('button', { name: /^所在地区/ }).tap()
  await page.getByText('上海市').tap()
  await page.goBack()
  await page.getByRole('tablist').waitFor({ state: 'detached' })
  expect(await page.getByLabel('名称 *').inputValue(), 'going back closes the sheet and leaves the form').toBe(SITE)
  await page.reload()
  await page.getByText('已恢复上次未完成的填写').waitFor()
  expect(await page.getByLabel('详细地址').inputValue()).toBe('世纪大道8号')

  await page.getByRole('button', { name: /^所在地区/ }).tap()
  await pickRegion(page, ['上海市', '上海市', '浦东新区'])
  await decide(page, '保存场站')
  await page.getByRole('listitem').filter({ hasText: '场站 已完成' }).waitFor()
  await visit(page, '场站')
  await page.getByRole('link', { name: SITE }).tap()
  await page.getByRole('heading', { level: 1, name: SITE }).waitFor()
  await page.getByText('上海市浦东新区 · 世纪大道8号').waitFor()
}

async function addTypeAndStrategy() {
  const { page } = phone
  await visit(page, '桩型')
  await begin(page, '桩型')
  for (const [label, value] of [
    ['名称 *', TYPE],
    ['枪数', '2'],
    ['额定功率（kW） *', '120'],
  ] as const)
    await write(page, label, value)
  await decide(page, '保存桩型')
  await visit(page, '计费策略')
  await begin(page, '计费策略')
  await write(page, '名称 *', STRATEGY)
  await top(page).getByRole('radio', { name: '全天统一价' }).check()
  await top(page)
    .getByLabel(/, 电费$/)
    .fill('1.2')
  await top(page)
    .getByLabel(/, 服务费$/)
    .fill('0.8')
  await decide(page, '保存策略')
  await page.getByRole('heading', { level: 1, name: STRATEGY }).waitFor()

  await visit(page, '场站')
  await page.getByRole('link', { name: SITE }).tap()
  await page.getByRole('button', { name: '编辑' }).tap()
  await pick(page, '计费策略', STRATEGY)
  await decide(page, '保存场站')
  await page.getByRole('link', { name: STRATEGY }).first().waitFor()
}

/** Ten at once; the station number of the first. */
async function addPiles(): Promise<string> {
  const { page } = phone
  await visit(page, '批次', '批次')
  await begin(page, '批次')
  await pick(page, '场站', SITE)
  await pick(page, '桩型', TYPE)
  await write(page, '数量', '10')
  await decide(page, '保存批次')
  await page.getByText('10 / 10').waitFor()
  await page.getByRole('link', { name: '充电桩', exact: true }).tap()
  await page.getByText('10 桩 · 20 枪').waitFor()
  const first = page.locator('article').getByRole('link').first()
  const station = (await first.textContent()) ?? ''
  await first.tap()
  await page.getByRole('heading', { level: 1, name: station }).waitFor()
  await openCommands(station)
  return station
}

/** A part of the pile's page begins at its top, from wherever it was opened; back is to that place. */
async function openCommands(station: string) {
  const { page } = phone
  const scrolled = () => page.evaluate(() => scrollY)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  expect(await scrolled(), 'there is more below').toBeGreaterThan(100)
  await page.getByRole('link', { name: /^重启/ }).tap()
  await page.getByRole('heading', { level: 1, name: `指令 · ${station}` }).waitFor()
  await page.getByRole('heading', { name: '指令及结果' }).waitFor()
  expect(await scrolled(), 'it begins at its top').toBe(0)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: station, exact: true }).waitFor()
  await expect.poll(scrolled).toBeGreaterThan(100)
}

/** The network is away for a moment: nothing that was typed is lost, and the customer exists once. */
async function addCustomer() {
  const { page, context } = phone
  await visit(page, '客户')
  await begin(page, '客户')
  await write(page, '账号 *', 'zhangmin')
  await write(page, '姓名', '张敏')
  await write(page, '手机号', '13812342201')
  await context.setOffline(true)
  await top(page).getByRole('button', { name: '保存客户' }).tap()
  await page.getByText('填写的内容都在，请检查网络后再次保存').waitFor()
  expect(await page.getByLabel('姓名').inputValue()).toBe('张敏')
  await context.setOffline(false)
  await decide(page, '保存客户')
  await page.getByRole('link', { name: 'zhangmin' }).tap()
  await page.getByRole('button', { name: '充值', exact: true }).tap()
  await top(page).getByRole('button', { name: '¥\u00a050.00' }).tap()
  await decide(page, '充值')
  await begin(page, '充电卡')
  await write(page, '卡号 *', '04A22F1B')
  await decide(page, '保存充电卡')
  await page.getByText('已分配').waitFor()
}

async function plugIn(station: string): Promise<ScriptedPile> {
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  await pile.call('BootNotification', { chargePointVendor: 'Star', chargePointModel: 'DC120' })
  await tell(pile, 'Preparing')
  for (const command of ['RemoteStartTransaction', 'RemoteStopTransaction'])
    pile.onCall(command, { status: 'Accepted' })
  return pile
}

const tell = (pile: ScriptedPile, status: string) =>
  pile.call('StatusNotification', { connectorId: 1, status, errorCode: 'NoError', timestamp: ago(0) })

const dayOf = (at: string) => new Date(at).toLocaleDateString('en', { timeZone: 'Asia/Shanghai' })

/** An hour at the plug; between the last report and the stop it drew more than the balance holds. */
async function charge(station: string) {
  const { page } = phone
  const pile = await plugIn(station)
  await page.getByRole('link', { name: '充电桩', exact: true }).tap()
  await page.getByRole('link', { name: station }).tap()
  await page.getByRole('button', { name: '启动充电, 1 号枪' }).tap()
  await pick(page, '为哪位客户启动', 'zhangmin')
  await decide(page, '启动充电')
  const { idTag } = await pile.nextCall('RemoteStartTransaction')
  const start = { connectorId: 1, idTag, meterStart: 1_000, timestamp: ago(60) }
  const { transactionId } = await pile.call<{ transactionId: number }>('StartTransaction', start)
  await tell(pile, 'Charging')
  const sampledValue = [
    { value: '21000', measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
    { value: '38000', measurand: 'Power.Active.Import', unit: 'W' },
  ]
  await pile.call('MeterValues', { connectorId: 1, transactionId, meterValue: [{ timestamp: ago(30), sampledValue }] })
  await page.getByText('¥\u00a040.00').waitFor()
  await page.getByRole('button', { name: /^停止充电/ }).tap()
  await decide(page, '停止充电')
  await pile.nextCall('RemoteStopTransaction')
  await pile.call('StopTransaction', { transactionId, meterStop: 41_000, timestamp: ago(0), reason: 'Remote' })
  await tell(pile, 'Available')
  await page
    .getByText(/未支付/)
    .first()
    .waitFor()
  // Of a session that began before midnight it is the day before that counts it.
  await page.getByText(dayOf(ago(60)) === dayOf(ago(0)) ? '今日 1 单' : '今日 0 单').waitFor()
  await pile.close()
}

async function collect() {
  const { page } = phone
  await visit(page, '订单')
  await page.getByText('1 单 · 40.00\u00a0kWh · 合计 ¥\u00a080.00').waitFor()
  await page.locator('article').getByRole('link').tap()
  await page.getByRole('button', { name: '收款' }).tap()
  await top(page).getByText('微信', { exact: true }).tap()
  await write(page, '流水号 *', '4200002026112100')
  await decide(page, '收款')
  await page.getByText('订单已付清').waitFor()
}

/** One asks, another looks at it, the first pays. */
async function refund() {
  const { page } = phone
  await page.getByRole('button', { name: '更多' }).tap()
  await top(page).getByRole('button', { name: '退款' }).tap()
  await write(page, '退款金额, 元 *', '12.5')
  await write(page, '退款原因 *', '桩中途断电')
  await decide(page, '申请退款')

  const reviewer = await server.signIn({ permissions: ['refund.list', 'refund.review', 'order.list'] })
  const other = await sitDown(server, { person: reviewer, size: 'phone', language: 'zh-CN', theme: 'dark' })
  await other.go('/operationManagement/refund')
  await other.page.getByRole('button', { name: '审核', exact: true }).tap()
  await decide(other.page, '同意')
  await other.page.getByText('已审核').first().waitFor()
  await other.leave()

  await page.locator('#main').getByRole('button', { name: '退款', exact: true }).first().tap()
  await decide(page, '退回余额')
  await page.getByText('已将 ¥\u00a012.50 退回余额').waitFor()
}

async function exportOrders() {
  const { page } = phone
  await visit(page, '订单')
  await page.getByRole('button', { name: '更多', exact: true }).first().tap()
  await page.getByRole('menuitem', { name: '导出为工作簿' }).tap()
  const saving = page.waitForEvent('download')
  await page.getByRole('region', { name: '导出任务' }).getByRole('button', { name: '保存' }).tap()
  const [sheet] = (await readXlsx(await contentOf(await saving))).sheets
  expect(sheet?.rows).toHaveLength(2)
  expect(sheet?.rows[1]).toEqual(expect.arrayContaining([SITE, station, 40, 80, 48, 32]))
}

/** Someone new to it runs a network on a phone, in Chinese: each step goes on where the one before ended. */
let station: string

test('a site begins at the empty dashboard; going back closes a sheet, and a reload keeps what was entered', addSite)
test('a type and a strategy from a template price the site', addTypeAndStrategy)
test('ten piles come in a batch', async () => {
  station = await addPiles()
})
test('a customer saved while the network was away exists once, with a balance and a card', addCustomer)
test('the pile charges on command and stops on command', () => charge(station))
test('what the balance did not hold is collected', collect)
test('a part goes back after another person looked at it', refund)
test('the orders leave as a workbook', exportOrders)
