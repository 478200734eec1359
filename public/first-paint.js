// Sets theme and language before the first paint, so that a dark screen never flashes white.
;(() => {
  const kept = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null')
    } catch {
      return null
    }
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const theme = kept('theme')
  document.documentElement.dataset.theme = theme === 'light' || theme === 'dark' ? theme : dark ? 'dark' : 'light'
  document.documentElement.lang = kept('language') === 'zh-CN' ? 'zh-CN' : 'en'
})()
