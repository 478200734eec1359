import type { Page } from 'playwright-core'

/** Holds back what the server answers to a page, from now on. */
export async function holdAnswers(page: Page, path: string) {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let told = () => {}
  const asked = new Promise<void>((resolve) => {
    told = resolve
  })
  await page.route(`**/api${path}*`, async (route) => {
    told()
    await held
    await route.fallback()
  })
  return {
    /** Until the page has asked, and has drawn what it shows meanwhile. */
    async asked() {
      await asked
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    },
    release: () => release(),
  }
}
