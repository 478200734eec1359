import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { captcha, login } from '../../shared/endpoints/auth.ts'
import { call } from '../kit/api/call.ts'
import { asFailure } from '../kit/api/failure.ts'
import { queryClient, useCall } from '../kit/api/queries.ts'
import { keepTokens } from '../kit/session/token.ts'
import { toast } from '../kit/ui/toast.ts'

type Name = 'username' | 'password' | 'code'
export type Errors = Partial<Record<Name, string>>

const isName = (name: string): name is Name => name === 'username' || name === 'password' || name === 'code'

/** Only paths of this console: an address elsewhere in the link leads nowhere. */
const insideOnly = (to: string | null) =>
  to?.startsWith('/') && !to.startsWith('//') && !to.startsWith('/login') ? to : '/'

/** Picture code, what was entered, what is wrong with it, and signing in. */
export function useSignIn() {
  const { t } = useTranslation(['sign_in', 'errors'])
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const picture = useCall(captcha, {}, { entities: [] })
  const [values, setValues] = useState({ username: '', password: '', code: '' })
  const [remember, setRemember] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const coded = picture.data?.required ?? true

  function change(name: Name, value: string) {
    setValues({ ...values, [name]: value })
    setErrors({ ...errors, [name]: undefined })
  }
  /** A picture is good for one try. */
  function renew() {
    setValues((now) => ({ ...now, code: '' }))
    void picture.refetch()
  }
  function missing(): Errors {
    const names: Name[] = coded ? ['username', 'password', 'code'] : ['username', 'password']
    return Object.fromEntries(names.filter((name) => !values[name].trim()).map((name) => [name, t('errors:required')]))
  }

  async function submit() {
    const absent = missing()
    setErrors(absent)
    const [first] = Object.keys(absent)
    if (first) return document.getElementById(first)?.focus()
    setBusy(true)
    try {
      const { username, password, code } = values
      const codeGiven = coded && picture.data ? { captcha_id: picture.data.id, code } : {}
      const signed = await call(login, { username, password, remember, ...codeGiven })
      keepTokens(signed.token, signed.refresh_token, remember)
      queryClient.clear()
      toast(t('done'), { tone: 'success' })
      navigate(insideOnly(params.get('to')), { replace: true })
    } catch (error) {
      const failure = asFailure(error)
      const fields = Object.fromEntries(Object.entries(failure.fields).filter(([name]) => isName(name)))
      setErrors(fields)
      const [wrong] = Object.keys(fields)
      if (wrong) document.getElementById(wrong)?.focus()
      else toast(failure.message, { tone: 'error' })
      renew()
    } finally {
      setBusy(false)
    }
  }
  return { values, errors, busy, remember, setRemember, change, submit, picture, renew, coded }
}
