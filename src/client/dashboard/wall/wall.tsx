import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ShownWall, showWall, type WallEnding } from '../../../shared/endpoints/wall.ts'
import { isLanguage } from '../../../shared/kit/languages.ts'
import { call } from '../../kit/api/call.ts'
import { callKey } from '../../kit/api/call-key.ts'
import { queryClient } from '../../kit/api/queries.ts'
import { useDictionaries } from '../../kit/dictionaries/use-dictionaries.ts'
import { switchLanguage } from '../../kit/i18n/i18n.ts'
import { forget, keep, kept } from '../../kit/session/kept.ts'
import { signPageIn } from '../../kit/session/page-sign-in.ts'
import { useLoadedProduct } from '../../kit/session/product.ts'
import { personAtom } from '../../kit/session/session.ts'
import { store, useSetAtom } from '../../kit/session/store.ts'
import { pageTheme } from '../../kit/theme/theme.ts'
import { startLive } from '../../live/live.ts'
import { Waiting } from './waiting.tsx'
import css from './wall.module.css'
import { WallShow } from './wall-show.tsx'

const KEY = 'wall_key'
/** The live channel says what changes; nobody says that another dashboard was laid out. */
const EVERY_MS = 60_000
/** The machine that starts before its server. */
const AGAIN_MS = 5_000

const ask = (key: string) => queryClient.invalidateQueries({ queryKey: callKey(showWall, { key }) })

/** The page's own sign-in: what it calls it calls as this display, no matter who is signed in beside it. */
function enter(key: string, { name, permissions }: ShownWall) {
  signPageIn({
    token: key,
    stands: async () => (await call(showWall, { key })).wall !== null,
    ended: () => void ask(key),
  })
  const user = { userId: 0, userName: name, name, dashboard: '', role: [] }
  store.set(personAtom, { user, permissions, menu: [], version: '', tag: '' })
}

function leave() {
  signPageIn(null)
  store.set(personAtom, null)
  queryClient.clear()
}

let live = false
function beLive(key: string) {
  if (!live) startLive(() => void ask(key))
  live = true
}

const useWall = (key: string) =>
  useQuery({
    queryKey: callKey(showWall, { key }),
    queryFn: ({ signal }) => call(showWall, { key }, { signal }),
    meta: { entities: ['wall_display'] },
    refetchInterval: ({ state }) => (state.data?.wall && state.status === 'success' ? EVERY_MS : AGAIN_MS),
  })

interface ShowingProps {
  wallKey: string
  wall: ShownWall
  onTurn: (version: string) => void
}

function Showing({ wallKey, wall, onTurn }: ShowingProps) {
  const { i18n } = useTranslation()
  const setTheme = useSetAtom(pageTheme)
  const [first] = useState(wall.version)
  useDictionaries(true)
  useEffect(() => beLive(wallKey), [wallKey])
  useEffect(() => setTheme(wall.theme), [setTheme, wall.theme])
  useEffect(() => {
    if (isLanguage(wall.language) && i18n.language !== wall.language) void switchLanguage(wall.language)
  }, [i18n, wall.language])
  return (
    <WallShow
      name={wall.name}
      pages={wall.pages}
      seconds={wall.seconds}
      onTurn={() => onTurn(wall.version === first ? '' : wall.version)}
    />
  )
}

/** The server has not answered since this page was opened. */
function Unreached() {
  const { t } = useTranslation('wall')
  return (
    <main className={`${css.wall} ${css.waiting}`}>
      <h1>{useLoadedProduct()}</h1>
      <p role="status">{t('unreached')}</p>
    </main>
  )
}

interface ScreenProps {
  wallKey: string
  onTurn: (version: string) => void
  onEnded: (why: WallEnding) => void
}

/** A screen that was let in shows its display until that is ended. */
function Screen({ wallKey, onTurn, onEnded }: ScreenProps) {
  const { data } = useWall(wallKey)
  const [entered, setEntered] = useState(false)
  const { wall, ended } = data ?? { wall: null, ended: null }
  useEffect(() => {
    if (!wall) return
    enter(wallKey, wall)
    setEntered(true)
  }, [wallKey, wall])
  useEffect(() => {
    if (ended) onEnded(ended)
  }, [ended, onEnded])
  if (!data || (!wall && !ended)) return <Unreached />
  return wall && entered ? <Showing wallKey={wallKey} wall={wall} onTurn={onTurn} /> : null
}

/** `/wall`: a screen that waits to be let in, or shows. `onTurn` hears of the newer console that the server has, if it has one. */
export function Wall({ onTurn }: { onTurn: (version: string) => void }) {
  const [key, setKey] = useState(() => kept<string>(KEY))
  const [why, setWhy] = useState<WallEnding | null>(null)
  const setTheme = useSetAtom(pageTheme)
  useEffect(() => {
    setTheme('dark')
    return () => setTheme(null)
  }, [setTheme])
  const ended = useCallback((reason: WallEnding) => {
    forget(KEY)
    leave()
    setWhy(reason)
    setKey(null)
  }, [])
  function letIn(given: string) {
    keep(KEY, given)
    // A browser that runs short of room forgets what no site asked it to keep.
    void navigator.storage?.persist?.().catch(() => false)
    setWhy(null)
    setKey(given)
  }
  if (key) return <Screen key={key} wallKey={key} onTurn={onTurn} onEnded={ended} />
  return <Waiting why={why} onLetIn={letIn} />
}
