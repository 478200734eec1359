import { QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import i18next, { type Resource } from 'i18next'
import type { ReactNode } from 'react'
import { initReactI18next } from 'react-i18next'
import { unstable_HistoryRouter as HistoryRouter, type To } from 'react-router-dom'
import { vi } from 'vitest'
import { queryClient } from '../../src/client/kit/api/queries.ts'
import { personAtom } from '../../src/client/kit/session/session.ts'
import { store } from '../../src/client/kit/session/store.ts'
import { Confirming } from '../../src/client/kit/ui/confirm.tsx'
import { holdOn } from '../../src/client/kit/ui/navigation-blocker.ts'
import { tabHistory } from '../../src/client/kit/ui/tab-history.ts'
import { Toaster } from '../../src/client/kit/ui/toaster.tsx'
import { unreadIn } from '../../src/server/kit/unread.ts'
import type { Reply } from '../../src/shared/kit/endpoint.ts'
import { FALLBACK, fallbacksOf, type Language } from '../../src/shared/kit/languages.ts'
import { MORE_ENTITIES } from '../../src/shared/kit/more-entities.ts'
import { namedLanguages } from '../../src/shared/kit/named-languages.ts'
import { addWordFormats } from '../../src/shared/kit/word-formats.ts'
import { everyEndpoint } from '../setup/contract.ts'
import { fakeTab } from './fake-tab.ts'

/** A browser's stage for components: the real words, a screen's width, someone signed in, and a server that is told what to say. */

// A phone's list comes as a part of its own, which takes a moment the first time.
configure({ asyncUtilTimeout: 20_000 })

// jsdom has the dialog but not its top layer.
HTMLDialogElement.prototype.showModal ??= function () {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function () {
  this.open = false
}

const files = import.meta.glob<Resource>(['../../locales/*/*.json', '!**/language.json'], {
  eager: true,
  import: 'default',
})

export async function speak(language: Language = FALLBACK) {
  const resources: Resource = {}
  for (const [path, words] of Object.entries(files)) {
    const [, of = '', namespace = ''] = /([^/]+)\/([^/]+)\.json$/.exec(path) ?? []
    resources[of] = { ...resources[of], [namespace]: namedLanguages(namespace, words) }
  }
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: fallbacksOf,
    resources,
    defaultNS: 'common',
    fallbackNS: MORE_ENTITIES,
    interpolation: { escapeValue: false },
  })
  addWordFormats(i18next)
}

export type Screen = 'wide' | 'phone'

let shown: Screen = 'wide'

/** Lists of before say what is now, as a browser's do. */
function show(screen: Screen) {
  shown = screen
  vi.stubGlobal('matchMedia', (media: string) => ({
    get matches() {
      return media.includes('min-width') && shown === 'wide'
    },
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
}

export interface Asked {
  method: string
  path: string
  body: Record<string, unknown>
  headers: Headers
  url: URL
}

type Answer = Partial<Reply> | undefined | Promise<Partial<Reply> | undefined>
export const ok = (data: unknown): Reply => ({ code: 200, message: 'Operation is successful', data })
export const page = (rows: unknown[], more: Record<string, unknown> = {}) =>
  ok({ total: rows.length, page: 1, pageSize: 20, rows, summary: {}, ...more })

const noColumns = (asked: Asked) =>
  asked.path === '/system/table/info'
    ? ok({ name: 'any', columns: null, defaults: [] })
    : asked.path === '/system/table/views'
      ? ok({ views: [], default_id: null })
      : undefined

/** The server refuses a body that names what it does not read: the console sends no such thing. */
function refusal({ method, path, body }: Asked) {
  const endpoint = everyEndpoint.find((one) => one.method === method && one.path === path)
  if (!endpoint || method === 'GET' || endpoint.takes === 'form') return undefined
  const unread = unreadIn(endpoint.body, body)
  if (!unread.length) return undefined
  const errors = Object.fromEntries(unread.map((name) => [name, `${path} does not read ${name}`]))
  return { code: 422, message: Object.values(errors).join(', '), data: { errors } }
}

/** Answers calls of the API; `asked` is what was asked, in order. A call that is told nothing is a 404. */
export function serve(answer: (asked: Asked) => Answer) {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://console.test')
    const body =
      typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? Object.fromEntries(url.searchParams))
    const one: Asked = {
      method: init.method ?? 'GET',
      path: url.pathname.replace(/^\/api/, ''),
      body,
      headers: new Headers(init.headers),
      url,
    }
    asked.push(one)
    const reply = refusal(one) ??
      (await answer(one)) ??
      noColumns(one) ?? { code: 404, message: 'There is nothing at this address.', data: null }
    return new Response(reply.code === 304 ? null : JSON.stringify(reply), {
      status: reply.code ?? 200,
      headers: { 'content-type': 'application/json' },
    })
  })
  return asked
}

export const asked = (all: readonly Asked[], path: string) => all.filter((one) => one.path === path)

export function signIn(permissions: string[] = ['*']) {
  store.set(personAtom, {
    menu: [],
    version: '',
    tag: '',
    permissions,
    user: { userId: 1, userName: 'operator', name: 'Operator', dashboard: '/dashboard', role: [] },
  })
}

interface Options {
  screen?: Screen
  path?: string
}

/** Renders at an address, with everything around it that the app has. */
export function stage(ui: ReactNode, { screen = 'wide', path = '/' }: Options = {}) {
  show(screen)
  queryClient.clear()
  const history = tabHistory(fakeTab(path).tab, holdOn)
  const view = render(
    <QueryClientProvider client={queryClient}>
      <HistoryRouter history={history}>{ui}</HistoryRouter>
      <Confirming />
      <Toaster />
    </QueryClientProvider>,
  )
  const router = {
    navigate: async (to: To | number) => (typeof to === 'number' ? history.go(to) : history.push(to)),
    state: history,
  }
  return { ...view, router }
}
