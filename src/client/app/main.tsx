import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import '../kit/theme/tokens.css'
import '../kit/theme/base.css'
import '../kit/theme/antd-mobile.css'
import { queryClient } from '../kit/api/queries.ts'
import { startI18n } from '../kit/i18n/i18n.ts'
import { forgetEnded } from '../kit/session/kept.ts'
import { openRemembered } from '../kit/session/private.ts'
import { restorePerson } from '../kit/session/session.ts'
import { forgetLeftRefresh, readToken } from '../kit/session/token.ts'
import { startTheme } from '../kit/theme/theme.ts'
import { drawsFromDevice, isDrawn } from '../kit/ui/first-paint.ts'
import { mendStyles } from '../kit/ui/lazy.ts'
import { whenIdle } from '../kit/ui/when-idle.ts'
import { openCopies } from '../offline/copies.ts'
import { fetchFirstPage } from './first-page.ts'
import { startPwa } from './pwa.ts'
import { bringLayout, history, Router } from './router.tsx'
import { watchScriptErrors } from './script-errors.ts'

/** What a part takes at most that is on this device; one that is missing there after all does not hold up the others. */
const LONGEST_MS = 1_500

/** The service worker has every part: they are there in less time than a page takes to be painted piece by piece. */
const isOnDevice = () => Boolean(globalThis.navigator.serviceWorker?.controller)

const within = (ms: number, work: Promise<unknown>) =>
  Promise.race([work.catch(() => {}), new Promise((resolve) => setTimeout(resolve, ms))])

const bringWhole = () => Promise.allSettled([bringLayout(), import('./opened-page.ts').then(openThere)])

async function openThere({ bringOpened }: typeof import('./opened-page.ts')) {
  const { pathname, search } = location
  const elsewhere = await bringOpened({ pathname, search })
  // Where it took so long that the page is drawn already, that has found it by itself.
  if (elsewhere && location.pathname === pathname && !location.search) history.replace(elsewhere)
}

/** No module may wait for this one: the parts that it brings import what it imports, and each would wait for the other. */
async function start() {
  startTheme()
  watchScriptErrors()
  mendStyles()
  const words = startI18n(!readToken())
  fetchFirstPage()
  forgetEnded()
  if (readToken()) {
    openCopies()
    await openRemembered().then(restorePerson)
  }
  const whole = readToken() && isOnDevice() ? within(LONGEST_MS, bringWhole()) : null
  await words
  await whole
  if (whole) drawsFromDevice()
  show()
  startPwa()
  if (!readToken()) whenIdle(() => void forgetLeftRefresh())
}

/** Its effect comes once the page is drawn. */
function Drawn() {
  useEffect(isDrawn, [])
  return null
}

function show() {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Router />
        <Drawn />
      </QueryClientProvider>
    </StrictMode>,
  )
}

void start()
