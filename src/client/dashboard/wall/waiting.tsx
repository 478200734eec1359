import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wallCode } from '../../../shared/domain/screen-code.ts'
import { collectWall, openWall, type WallEnding } from '../../../shared/endpoints/wall.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { LANGUAGES } from '../../../shared/kit/languages.ts'
import { call } from '../../kit/api/call.ts'
import { switchLanguage } from '../../kit/i18n/i18n.ts'
import { useLoadedProduct } from '../../kit/session/product.ts'
import { QrPicture } from '../../kit/ui/qr-picture.tsx'
import { useLit, useStillPointer } from './use-screen.ts'
import css from './wall.module.css'

const ASK_EVERY_MS = 1_500
/** Before another code is asked for: so long a refusal can be read, and a server that is away is left alone. */
const PAUSE_MS = 5_000

type State = Data<typeof collectWall>['state'] | 'opening' | 'failed'

/** A code that is renewed by itself, for as long as the screen waits. Its secret stays in this page's memory. */
function useCode(onLetIn: (key: string) => void) {
  const [code, setCode] = useState<string | null>(null)
  const [state, setState] = useState<State>('opening')
  const told = useRef(onLetIn)
  told.current = onLetIn
  useEffect(() => {
    let over = false
    let timer: ReturnType<typeof setTimeout>
    const later = (work: () => Promise<void>, ms: number) => {
      if (!over) timer = setTimeout(() => void work(), ms)
    }
    async function open(): Promise<void> {
      const opened = await call(openWall, {}).catch(() => null)
      if (over) return
      setState(opened ? 'pending' : 'failed')
      setCode(opened?.code ?? null)
      if (opened) later(() => ask(opened.secret), ASK_EVERY_MS)
      else later(open, PAUSE_MS)
    }
    async function ask(secret: string): Promise<void> {
      const answer = await call(collectWall, { secret }).catch(() => null)
      if (over) return
      // Not heard: the code may stand all the same.
      if (!answer) return later(() => ask(secret), PAUSE_MS)
      if (answer.key) return told.current(answer.key)
      if (answer.state === 'expired' || answer.state === 'confirmed') return void open()
      setState(answer.state)
      if (answer.state === 'refused') later(open, PAUSE_MS)
      else later(() => ask(secret), ASK_EVERY_MS)
    }
    void open()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [])
  return { code, state }
}

const speaks = (tag: string) => tag.split('-')[0]

/** A browser in which nobody chose a language speaks its own, where that is one of the console's. */
function useBrowsersLanguage() {
  useEffect(() => {
    if (localStorage.getItem('language') !== null) return
    const own = LANGUAGES.find((tag) => speaks(tag) === speaks(navigator.language))
    if (own) void switchLanguage(own)
  }, [])
}

/** A screen that nobody let in yet, or that was ended: `why` says so. */
export function Waiting({ why, onLetIn }: { why: WallEnding | null; onLetIn: (key: string) => void }) {
  const { t } = useTranslation('wall')
  const product = useLoadedProduct()
  const still = useStillPointer()
  const { code, state } = useCode(onLetIn)
  useLit()
  useBrowsersLanguage()
  return (
    <main className={`${css.wall} ${css.waiting}`} data-still={still || undefined}>
      <h1>{product}</h1>
      {why && (
        <p className={css.why} role="status">
          {t(`ended.${why}`)}
        </p>
      )}
      {code && (
        <QrPicture
          className={css.qr}
          text={wallCode.address(location.origin, code)}
          label={t('picture')}
          dim={state !== 'pending'}
        />
      )}
      <p role="status">{t(`waiting.${state}`)}</p>
      <small>{t('about')}</small>
    </main>
  )
}
