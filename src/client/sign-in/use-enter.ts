import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { SignedIn } from '../../shared/endpoints/auth.ts'
import { queryClient } from '../kit/api/queries.ts'
import { noteChoice } from '../kit/session/remembered.ts'
import { keepTokens } from '../kit/session/token.ts'
import { dropToasts, toast } from '../kit/ui/toast.ts'

/** Where a second step is set up by anyone who must have one. */
export const SET_UP = '/set_up_second_step'
const OURS = ['/login', '/user_register', '/reset_password', SET_UP]

/** Only paths of this console: an address elsewhere in the link leads nowhere. Browsers read a backslash as a slash. */
export const consolePathOf = (to: string | null) =>
  to?.startsWith('/') && !/^\/[/\\]/.test(to) && !OURS.some((path) => to.startsWith(path)) ? to : '/'

/** What follows when someone was let in, whichever way: their tokens are kept, and they land where they wanted to go. */
export function useEnter() {
  const { t } = useTranslation('sign_in')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  return (
    { token, refresh_token, must_enrol }: Pick<SignedIn, 'token' | 'refresh_token' | 'must_enrol'>,
    remember: boolean,
  ) => {
    noteChoice(remember)
    void keepTokens(token, refresh_token, remember)
    queryClient.removeQueries({ type: 'inactive' })
    // What was said on the way here, such as that a session has expired, is over.
    dropToasts()
    toast(t('done'), { tone: 'success' })
    const to = consolePathOf(params.get('to'))
    navigate(must_enrol ? `${SET_UP}?to=${encodeURIComponent(to)}` : to, { replace: true })
  }
}
