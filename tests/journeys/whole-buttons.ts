import type { Page } from 'playwright-core'

/** The buttons that a thumb cannot read or reach whole, and what is wrong with each; what scrolls sideways by itself does not count. */
export const brokenButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible'
    const ancestors = (element: Element | null): Element[] =>
      element ? [element, ...ancestors(element.parentElement)] : []
    const cutAt = (button: Element) => {
      const { left, right } = button.getBoundingClientRect()
      const inside = ancestors(button.parentElement).filter(clips)
      const bounds = inside.map((element) => element.getBoundingClientRect())
      return [new DOMRect(0, 0, innerWidth, 1), ...bounds].some((box) => left < box.left - 1 || right > box.right + 1)
    }
    const linesOf = (text: Node, from: number, to: number) => {
      const range = new Range()
      range.setStart(text, from)
      range.setEnd(text, to)
      return [...range.getClientRects()]
    }
    const textsOf = (button: Element) => {
      const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      // A select shows as much of what is chosen as there is room for.
      const isShortened = ({ parentElement: parent }: Node) =>
        parent !== null && getComputedStyle(parent).textOverflow === 'ellipsis'
      while (walker.nextNode()) if (!isShortened(walker.currentNode)) texts.push(walker.currentNode)
      return texts
    }
    /** A word that goes on in the next line, as one letter per line does. */
    const broken = (button: Element) =>
      textsOf(button).some((text) =>
        [...(text.textContent ?? '').matchAll(/(?<![\w-])[a-z]{2,}(?![\w-])/gi)].some(
          ({ index, 0: word }) => new Set(linesOf(text, index, index + word.length).map(({ top }) => top)).size > 1,
        ),
      )
    const spills = (button: Element) => {
      const box = button.getBoundingClientRect()
      return textsOf(button)
        .flatMap((text) => linesOf(text, 0, text.textContent?.length ?? 0))
        .some(({ left, right, width }) => width > 1 && (left < box.left - 1 || right > box.right + 1))
    }
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
    const found = [...top.querySelectorAll('button')]
      .filter((button) => button.checkVisibility() && button.textContent && !scrolls(button.parentElement))
      // They come out from behind a card when it is pushed aside.
      .filter((button) => !button.closest('.adm-swipe-action-actions'))
      .flatMap((button) => {
        const wrong = [cutAt(button) && 'cut', broken(button) && 'broken', spills(button) && 'spilt'].filter(Boolean)
        return wrong.length > 0 ? [`${button.textContent}: ${wrong.join(', ')}`] : []
      })
    const bar = document.querySelector('[data-bottom-actions]')
    const covers = bar && bar.getBoundingClientRect().height > innerHeight / 2
    return covers ? [...found, 'the bar covers the page'] : found
  })
