import type { Locator, Page } from 'playwright-core'
import { turnTo } from './console.ts'

/** What hands do on the console's wide screens. */

const form = (page: Page) => page.getByRole('dialog')
const labelled = (within: Page | Locator, label: string) => within.getByLabel(new RegExp(`^${label}`))

/** Types into the field of that label of the open form. */
export const enter = (page: Page, label: string, value: string) => labelled(form(page), label).fill(value)

/** Chooses an option by its words in the open form. */
export async function choose(page: Page, label: string, option: string) {
  const box = form(page).getByRole('combobox', { name: label })
  await box.click()
  await box.fill(option)
  await page.getByRole('option', { name: option }).first().click()
}

/** Opens an entity's list, adds a record with these entries and saves it. */
export async function add(
  page: Page,
  path: string,
  button: string,
  entries: Record<string, string | { choose: string }>,
) {
  await turnTo(page, path)
  await page.getByRole('link', { name: button }).first().click()
  for (const [label, value] of Object.entries(entries)) {
    if (typeof value === 'string') await enter(page, label, value)
    else await choose(page, label, value.choose)
  }
  await save(page)
}

/** Saves the open form and waits until it is gone. */
export async function save(page: Page, button: string | RegExp = 'Save') {
  await form(page).getByRole('button', { name: button, exact: true }).click()
  await form(page).waitFor({ state: 'detached' })
}
