import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'
import { confirm } from '../ui/confirm.tsx'

/** Asks before unsaved changes are left, wherever the person goes; `free` is read at that moment. */
export function useLeaveGuard(dirty: boolean, free: { readonly current: boolean }) {
  const { t } = useTranslation('common')
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && !free.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const question = { title: t('form.unsaved_title'), text: t('form.unsaved_text'), yes: t('form.unsaved_leave') }
    confirm(question).then((leave) => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker, t])
  useEffect(() => {
    if (!dirty) return
    const leaving = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', leaving)
    return () => removeEventListener('beforeunload', leaving)
  }, [dirty])
}
