import { basename, resolve } from 'node:path'
import { normalizePath, type Plugin, type Rolldown } from 'vite'
import { FIRST_WORDS } from '../client/kit/i18n/first-words.ts'
import { ALONE, type Parts } from '../client/kit/ui/bring-files.ts'
import { FALLBACK, factsOf, fallbacksOf, LANGUAGES } from '../shared/kit/languages.ts'

/** Which files a page and a part of the built console need, and how a browser comes to know it. */

/** Fetches a part's files. */
export const BRING_FILES = 'src/client/kit/ui/bring-files.ts'
type Kind = keyof typeof FIRST_WORDS
const KINDS = Object.keys(FIRST_WORDS) as Kind[]

/** The file that a module of words comes in; null for those that have one of their own. */
export function wordsFileOf(id: string): string | null {
  const [, language = '', namespace = ''] = /\/locales\/([\w-]+)\/(\w+)\.json$/.exec(id) ?? []
  const kind = KINDS.find((kind) => FIRST_WORDS[kind].includes(namespace))
  return kind ? `words-${kind}-${language}` : null
}

/** A manifest for each language; they keep their names: an installed console asks for its own by this address for years. */
export const manifestOf = (language: string) =>
  language === FALLBACK ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`

const signedInWith = (shell: string) => [
  ...['app/layout.tsx', 'app/menu-pages.tsx', 'app/opened-page.ts'],
  `app/shell/${shell}.tsx`,
]
/** What a person's first page needs beside the console's start: files under src/client. */
const FIRST_PAGES = {
  'signed-out': ['sign-in/sign-in.tsx'],
  phone: signedInWith('phone-shell'),
  wide: signedInWith('wide-shell'),
}

/** The page before any script has run speaks the fallback, and asks for scripts in every language. */
const spokenTo = (page: string) =>
  page
    .replace('<html>', `<html lang="${FALLBACK}">`)
    .replace('<noscript></noscript>', `<noscript>${LANGUAGES.map(asksForScripts).join('')}</noscript>`)
const asksForScripts = (language: string) => `<p lang="${language}">${factsOf(language).needs_javascript}</p>`

/**
 * Names in the page the files of the first pages, so that `first-paint.js` can ask for those of the page that is opened beside
 * the console's start. The start, which has to be there and run before it asks for them, would ask too late.
 */
export function firstFiles(): Plugin {
  const filesOf = (bundle: Rolldown.OutputBundle, isWanted: (id: string) => boolean) => {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const withImports = (first: Rolldown.OutputChunk[]) => {
      const found = new Set(first)
      for (const { imports } of found)
        for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
      return [...found].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
    }
    const start = new Set(withImports(chunks.filter(({ isEntry }) => isEntry)))
    const wanted = chunks.filter(({ moduleIds }) => moduleIds.some((id) => isWanted(normalizePath(id))))
    return withImports(wanted).filter((file) => !start.has(file))
  }
  return {
    name: 'chargedeck-first-files',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle }) {
        if (!bundle) return spokenTo(page)
        const pages = Object.entries(FIRST_PAGES).map(([name, parts]) => {
          const paths = parts.map((part) => normalizePath(resolve('src/client', part)))
          const files = filesOf(bundle, (id) => paths.includes(id))
          // What an operator's Home needs is in the table.
          return [name, name === 'wide' ? [...files, TABLE_PLACE] : files]
        })
        const wordsIn = (languages: readonly string[], kind: Kind) =>
          filesOf(bundle, (id) => languages.some((language) => wordsFileOf(id) === `words-${kind}-${language}`))
        const languages = LANGUAGES.map((language) => [
          language,
          {
            words: Object.fromEntries(KINDS.map((kind) => [kind, wordsIn([language, ...fallbacksOf(language)], kind)])),
            direction: factsOf(language).direction,
            manifest: manifestOf(language),
          },
        ])
        const files = JSON.stringify({
          fallback: FALLBACK,
          parts: TABLE_PLACE,
          pages: Object.fromEntries(pages),
          languages: Object.fromEntries(languages),
        })
        const reader = '<script src="/first-paint.js">'
        return spokenTo(page).replace(
          reader,
          `<script type="application/json" id="first-files">${files}</script>\n    ${reader}`,
        )
      },
    },
  }
}

/** Every page of the console has these from its start. */
const ALWAYS = /^assets\/(react|libraries|rolldown-runtime|start)-[\w-]{8}\.(js|css)$/
/** Parts that a first page is made of: they name their files themselves, for a look at the table would come first. */
const FIRST_PARTS = /^(sign-in|signed-in|wide|phone|words-.+)$/
const ALARMS = normalizePath(resolve('src/client/alarms/extras.ts'))
const isFirst = ({ name, facadeModuleId }: Rolldown.OutputChunk) =>
  FIRST_PARTS.test(name) || (facadeModuleId !== null && normalizePath(facadeModuleId) === ALARMS)
/** Where the page names the table of parts, until that has a name. */
const TABLE_PLACE = '__parts__'

/** Of a part that needs no other file Vite would name none. */
export function withItself(file: string, needed: string[], { hostType }: { hostType: 'html' | 'js' }): string[] {
  return hostType === 'html' ? needed : [file, ...needed.filter((name) => name !== file)]
}

/**
 * Vite has each script name all files of all parts that it may load: a twentieth of what a phone loads until its first page stands there. They
 * lie in a table instead, which is asked for with the first of these parts.
 */
export function partsTable(): Plugin {
  return {
    name: 'chargedeck-parts-table',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const needs = new Map<string, string[]>()
        const scripts = Object.values(bundle).filter((output) => output.type === 'chunk')
        const first = new Set(scripts.filter(isFirst).map(({ fileName }) => fileName))
        for (const script of scripts) {
          const strange = script.dynamicImports.find((part) => !isFound(part, script))
          if (strange)
            this.error(`${script.fileName} imports ${strange} in another way than bring-files.ts finds it by`)
          script.code = withoutNamed(script.code, first, needs)
        }
        const table = this.emitFile({ type: 'asset', name: 'parts.json', source: JSON.stringify(asParts(needs)) })
        const page = bundle['index.html']
        if (page?.type !== 'asset' || !String(page.source).includes(TABLE_PLACE))
          return this.error('the page has no place for the table of parts')
        page.source = String(page.source).replaceAll(TABLE_PLACE, this.getFileName(table))
      },
    },
  }
}

/** How a script begins that names no files any more. */
const NO_LIST = /^const __vite__mapDeps=.+\n/

const IMPORT = 'import'
const isFound = (part: string, { fileName, code }: Rolldown.OutputChunk) =>
  part === fileName || code.includes(`${IMPORT}(\`./${basename(part)}\`)`)

/** A script without the files of the parts that it loads, but for those that are `first`; the others are put into `needs`. */
function withoutNamed(code: string, first: ReadonlySet<string>, needs: Map<string, string[]>): string {
  const [list = '', all = '[]'] = /\bm\.f=(\[[^\]]*\])/.exec(code) ?? []
  if (!list) return code
  const names: string[] = JSON.parse(all)
  const left: string[] = []
  const placeOf = (name: string) => (left.includes(name) ? left.indexOf(name) : left.push(name) - 1)
  const calls = code.replace(/__vite__mapDeps\(\[([\d,]*)\]\)/g, (_, places: string) => {
    const [own = '', ...more] = places.split(',').map((place) => names[Number(place)] as string)
    const others = more.filter((name) => !ALWAYS.test(name))
    if (others.length === 0) return String(ALONE)
    if (first.has(own)) return `__vite__mapDeps([${[own, ...others].map(placeOf)}])`
    // A part's list lacks the script that loads it, which another one may have to ask for.
    needs.set(own, [...new Set([...(needs.get(own) ?? []), ...others])])
    return '[]'
  })
  return left.length > 0 ? calls.replace(list, `m.f=${JSON.stringify(left)}`) : calls.replace(NO_LIST, '')
}

function asParts(needs: ReadonlyMap<string, string[]>): Parts {
  const names = [...new Set([...needs.values()].flat())].sort()
  const places = [...needs].map(([part, others]) => [part, others.map((name) => names.indexOf(name))])
  return { names, needs: Object.fromEntries(places) }
}

/** A part's files are fetched before they are imported: see bring-files.ts. */
export function partsByFetch(): Plugin {
  const NAME = 'export const __vitePreload'
  return {
    name: 'chargedeck-parts-by-fetch',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!code.includes(NAME)) throw new Error('Vite loads parts in another way now')
        const bring = JSON.stringify(normalizePath(resolve(BRING_FILES)))
        return `import { bringFiles, filesOf } from ${bring}
${code.replace(NAME, 'const vitePreload')}
${NAME} = async (load, named, from) => {
  const files = await filesOf(load, named)
  await bringFiles(files.filter((file) => file.endsWith('.js')).map((file) => assetsURL(file, from)))
  return vitePreload(load, files, from)
}`
      },
    },
  }
}
