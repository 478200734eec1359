import { QueryClientProvider } from '@tanstack/react-query'
import { Provider } from 'jotai'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import '../kit/theme/tokens.css'
import '../kit/theme/base.css'
import '../kit/theme/antd-mobile.css'
import { queryClient } from '../kit/api/queries.ts'
import { startI18n } from '../kit/i18n/i18n.ts'
import { forgetEnded } from '../kit/session/kept.ts'
import { openRemembered } from '../kit/session/private.ts'
import { restorePerson } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { forgetLeftRefresh, readToken } from '../kit/session/token.ts'
import { startTheme } from '../kit/theme/theme.ts'
import { mendStyles } from '../kit/ui/lazy.ts'
import { whenIdle } from '../kit/ui/when-idle.ts'
import { fetchFirstPage } from './first-page.ts'
import { startPwa } from './pwa.ts'
import { router } from './router.tsx'
import { watchScriptErrors } from './script-errors.ts'

startTheme()
watchScriptErrors()
mendStyles()
const words = startI18n()
fetchFirstPage()
forgetEnded()
if (readToken()) await openRemembered().then(restorePerson)
await words

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Provider>
    </StrictMode>,
  )
}
startPwa()
if (!readToken()) whenIdle(() => void forgetLeftRefresh())
