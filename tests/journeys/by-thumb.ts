import type { Page } from 'playwright-core'

/** What a thumb does on the console's phone screens, in Chinese. */

/** The form, the question or the sheet that lies on top. */
export const top = (page: Page) => page.getByRole('dialog').last()

/** Goes to a page of the menu as people without a side menu do. */
export async function visit(page: Page, entry: string, heading = entry) {
  await page.getByRole('link', { name: '我的' }).tap()
  await page.getByRole('heading', { level: 1, name: '我的' }).waitFor()
  await page.locator('main').getByRole('link', { name: entry, exact: true }).tap()
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}

/** Opens the form of a new record from the list that shows. */
export async function begin(page: Page, one: string) {
  await page
    .getByRole('link', { name: `新增${one}` })
    .first()
    .tap()
  await page.getByRole('heading', { name: `新增${one}` }).waitFor()
}

/** Types into the field of that label. */
export const write = (page: Page, label: string, value: string) =>
  top(page).getByLabel(label, { exact: true }).fill(value)

/** Chooses an option from the sheet that a field opens. */
export async function pick(page: Page, label: string, option: string) {
  await top(page)
    .getByRole('button', { name: new RegExp(`^${label}`) })
    .tap()
  await page.getByRole('option', { name: option }).tap()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

/** Goes down the levels of a region's sheet; what lies below a division comes when that is chosen. */
export async function pickRegion(page: Page, steps: readonly string[]) {
  const sheet = top(page)
  for (const [level, step] of steps.entries()) {
    const tab = sheet.getByRole('tab').nth(level)
    await tab.and(sheet.getByRole('tab', { selected: true })).waitFor()
    await sheet.locator('a:visible').getByText(step, { exact: true }).tap()
    await tab.filter({ hasText: step }).waitFor()
  }
  await sheet.getByRole('button', { name: '应用' }).tap()
}

/** Presses a button of what lies on top and waits until that is gone. */
export async function decide(page: Page, button: string) {
  const asking = await top(page).elementHandle()
  await top(page).getByRole('button', { name: button, exact: true }).last().tap()
  await asking?.waitForElementState('hidden')
}
