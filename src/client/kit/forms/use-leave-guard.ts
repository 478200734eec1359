import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'
import { confirm } from '../ui/confirm.tsx'

/**
 * Asks before unsaved changes are left, wherever the person goes: a link, the menu, back, a reload; `free` is read at
 * that moment. What it gives does the same before `go`. `onGivenUp` hears that they were left on purpose.
 */
export function useLeaveGuard(dirty: boolean, free: { current: boolean }, onGivenUp?: () => void) {
  const { t } = useTranslation('common')
  const givenUp = useRef(onGivenUp)
  givenUp.current = onGivenUp
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && !free.current && currentLocation.pathname !== nextLocation.pathname,
  )
  const ask = useCallback(async () => {
    const question = { title: t('form.unsaved_title'), text: t('form.unsaved_text'), yes: t('form.unsaved_leave') }
    const leave = await confirm(question)
    if (leave) givenUp.current?.()
    return leave
  }, [t])
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    ask().then((leave) => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker, ask])
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
