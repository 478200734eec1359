import type { Page } from 'playwright-core'

declare global {
  interface Window {
    hidWhatWasShown(what: string): void
  }
}

/**
 * Tells where something that loads late hides for a moment what its page had shown already: anyone who reads or types there loses the
 * place. React hides what waits with an important `display: none`, which nothing else here does; what another thing replaces does not
 * come back.
 */
export async function tellHidden(page: Page, tell: (what: string) => void) {
  await page.exposeFunction('hidWhatWasShown', tell)
  await page.addInitScript(() => {
    const PARTS = 'h1, h2, input, button'
    const shownAt = new WeakMap<Element, string>()
    const hiding = new Map<HTMLElement, Element[]>()
    const isHidden = ({ style }: HTMLElement) =>
      style.display === 'none' && style.getPropertyPriority('display') === 'important'
    const changed = (element: HTMLElement) => {
      const lost = hiding.get(element)
      if (isHidden(element)) {
        const parts = [...element.querySelectorAll(PARTS)]
        // What was shown at another address is on its way out.
        if (!lost)
          hiding.set(
            element,
            parts.filter((part) => shownAt.get(part) === location.pathname),
          )
        return
      }
      hiding.delete(element)
      const back = lost?.filter((part) => element.contains(part)) ?? []
      const words = back.map(({ textContent }) => textContent).join(' ')
      if (back.length > 0) window.hidWhatWasShown(`${location.pathname} hid what it had shown: ${words.slice(0, 100)}`)
    }
    const look = (changes: MutationRecord[]) => {
      for (const { type, target } of changes) if (type === 'attributes') changed(target as HTMLElement)
      for (const part of document.querySelectorAll(PARTS)) if (!shownAt.has(part)) shownAt.set(part, location.pathname)
    }
    const told = { subtree: true, childList: true, attributes: true, attributeFilter: ['style'] }
    new MutationObserver(look).observe(document, told)
  })
}
