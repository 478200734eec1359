import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Location } from 'react-router-dom'
import { personAtom } from '../session/session.ts'
import { store } from '../session/store.ts'
import { confirm } from '../ui/confirm.tsx'
import { useNavigationBlock } from '../ui/navigation-blocker.ts'

/** Whose session has ended is not asked: they must go to the sign-in, and a draft waits for them. */
const isOver = () => store.get(personAtom) === null

interface Options {
  /** Hears that the changes were left on purpose. */
  onGivenUp?: () => void
  /** What of the address is the form's: of a form that is named behind the question mark, that as well. */
  addressOf?: (at: Location) => string
}

const pathOf = ({ pathname }: Location) => pathname

/**
 * Asks before unsaved changes are left, wherever the person goes: a link, the menu, back, a reload; `free` is read at
 * that moment. What it gives does the same before `go`.
 */
export function useLeaveGuard(dirty: boolean, free: { current: boolean }, options: Options = {}) {
  const { onGivenUp, addressOf = pathOf } = options
  const { t } = useTranslation('common')
  const givenUp = useRef(onGivenUp)
  givenUp.current = onGivenUp
  const ask = useCallback(async () => {
    const question = { title: t('form.unsaved_title'), text: t('form.unsaved_text'), yes: t('form.unsaved_leave') }
    const leave = await confirm(question)
    if (leave) givenUp.current?.()
    return leave
  }, [t])
  useNavigationBlock(dirty, {
    stops: ({ currentLocation, nextLocation }) =>
      !free.current && !isOver() && addressOf(currentLocation) !== addressOf(nextLocation),
    answer: ({ proceed, reset }) => void ask().then((leave) => (leave ? proceed() : reset())),
  })
  useEffect(() => {
    if (!dirty) return
    const leaving = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', leaving)
    return () => removeEventListener('beforeunload', leaving)
  }, [dirty])
  return async (go: () => void) => {
    if (dirty && !(await ask())) return
    free.current = true
    go()
  }
}
