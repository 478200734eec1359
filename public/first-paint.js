// Sets theme and language before the first paint, so that a dark screen never flashes white, and asks for the files of the
// page that is opened.
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
  const { pages = {}, languages = {}, fallback } = JSON.parse(document.getElementById('first-files')?.textContent ?? '{}')
  const language = kept('language') in languages ? kept('language') : fallback
  if (language) document.documentElement.lang = language
  const manifest = document.querySelector('link[rel="manifest"]')
  if (manifest && languages[language]) manifest.setAttribute('href', `/${languages[language].manifest}`)
  if (languages[language]?.direction) document.documentElement.dir = languages[language].direction

  const shell = matchMedia('(min-width: 1024px)').matches ? 'wide' : 'phone'
  const page = /(^|; )token=./.test(document.cookie) ? shell : 'signed-out'
  const words = languages[language]?.words ?? {}
  const kinds = { 'signed-out': ['start', 'sign-in'], phone: ['start', 'signed-in'], wide: ['start', 'signed-in', 'wide'] }
  for (const file of [...(pages[page] ?? []), ...kinds[page].flatMap((kind) => words[kind] ?? [])]) {
    const link = document.createElement('link')
    const as = { css: 'style', json: 'fetch' }[file.split('.').pop()]
    link.rel = as ? 'preload' : 'modulepreload'
    if (as) {
      link.as = as
      // As the file itself is asked for, or it would come twice.
      link.crossOrigin = ''
    }
    link.href = `/${file}`
    document.head.append(link)
  }
})()
