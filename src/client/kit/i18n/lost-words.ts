import type { i18n } from 'i18next'

const PAUSE_MS = 15_000

/**
 * Words that were lost on the line are asked for again, when the network is back and every so often, until they are there; what shows their
 * keys meanwhile is drawn anew. i18next itself gives them up.
 */
export function askForLostWords(words: i18n) {
  const lost = new Map<string, readonly [language: string, namespace: string]>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const later = () => {
    timer ??= setTimeout(again, PAUSE_MS)
  }
  async function again() {
    clearTimeout(timer)
    timer = undefined
    if (!lost.size) return
    const asked = [...lost.values()]
    lost.clear()
    await Promise.all(asked.map(([language, namespace]) => words.reloadResources([language], [namespace])))
    const isThere = asked.some(([language, namespace]) => words.hasResourceBundle(language, namespace))
    // Every component that shows words hears of this, and of nothing less.
    if (isThere) words.emit('languageChanged', words.language)
  }
  words.on('failedLoading', (language: string, namespace: string) => {
    lost.set(`${language}/${namespace}`, [language, namespace])
    later()
  })
  addEventListener('online', () => void again())
}
