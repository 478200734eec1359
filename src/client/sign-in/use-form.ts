import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { passwordProblem } from '../../shared/domain/password-rule.ts'
import { asFailure } from '../kit/api/failure.ts'
import { useCountdown } from '../kit/ui/use-countdown.ts'

/** What fails without being about a field, and how long to wait where that helps. */
const waitIn = (data: unknown) => (data as { wait_seconds?: number } | null)?.wait_seconds ?? 0

const focus = (name: string | undefined) => name && document.getElementById(name)?.focus()

/** The texts of a form and what is wrong with each. A field's id is its name. */
function useTexts<N extends string>(initial: Readonly<Record<N, string>>) {
  const { t } = useTranslation('errors')
  const [values, setValues] = useState<Record<N, string>>(initial)
  const [errors, setErrors] = useState<Partial<Record<N, string>>>({})

  function write(name: N, value: string) {
    setValues((now) => ({ ...now, [name]: value }))
    setErrors((now) => ({ ...now, [name]: undefined }))
  }

  /** Takes back what was typed; what was wrong with it stays in sight. */
  const empty = (name: N) => setValues((now) => ({ ...now, [name]: '' }))

  /** Marks what is wrong; false when nothing is. The first of them gets the focus. */
  function mark(wrong: Partial<Record<N, string>>): boolean {
    setErrors(wrong)
    const [first] = Object.keys(wrong)
    focus(first)
    return first !== undefined
  }

  /** What is missing, and passwords that will not be taken or differ. */
  function faults(names: readonly N[]): Partial<Record<N, string>> {
    const given: Readonly<Record<string, string>> = values
    const wrong: Record<string, string> = {}
    for (const name of names) if (!given[name]?.trim()) wrong[name] = t('required')
    if ('password_again' in given) {
      const { password = '', password_again = '' } = given
      const problem = passwordProblem(password)
      if (problem && password) wrong.password = t(problem, { max: 128 })
      if (!problem && password_again && password !== password_again) wrong.password_again = t('passwords_differ')
    }
    return wrong as Partial<Record<N, string>>
  }
  return { values, errors, write, empty, mark, faults }
}

/** The texts of a form, what is wrong with each, and sending them. */
export function useForm<N extends string>(initial: Readonly<Record<N, string>>) {
  const { write, ...texts } = useTexts(initial)
  const { values, mark, faults } = texts
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const [waited, setWaited] = useState(false)
  const wait = useCountdown()

  function change(name: N, value: string) {
    write(name, value)
    setProblem('')
  }

  /** Shows a failure at the fields that it names, as the form calls them, or above the button. */
  function show(error: unknown, names: Readonly<Record<string, N>> = {}) {
    const { fields, message, data } = asFailure(error)
    const known = Object.entries(fields).map(([name, text]) => [names[name] ?? name, text] as const)
    setProblem('')
    const ours = known.filter(([name]) => name in values)
    if (ours.length > 0) return void mark(Object.fromEntries(ours) as Partial<Record<N, string>>)
    const seconds = waitIn(data)
    wait.start(seconds)
    setWaited(seconds > 0)
    setProblem(known[0]?.[1] ?? message)
  }

  /** Sends when nothing is missing; false when it was not taken. */
  async function submit(names: readonly N[], work: () => Promise<unknown>): Promise<boolean> {
    setProblem('')
    if (mark(faults(names))) return false
    setBusy(true)
    try {
      await work()
      return true
    } catch (error) {
      show(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  // What asked to wait has been waited for.
  const shown = waited && wait.left === 0 ? '' : problem
  return { ...texts, problem: shown, busy, waiting: wait.left, change, show, submit }
}

export type Form<N extends string> = ReturnType<typeof useForm<N>>
