import { useAtomValue } from 'jotai'
import { Suspense, useEffect, useState } from 'react'
import { lazy } from '../../kit/ui/lazy.ts'
import { decisionsAtom } from '../../offline/sending.ts'

const PushOffer = lazy(() => import('../../push/push-offer.tsx').then((module) => ({ default: module.PushOffer })))

/** What is offered to a person who has just answered an alarm. */
export function Offered() {
  const answers = useAtomValue(decisionsAtom).some(({ subject }) => subject.startsWith('alarm:'))
  const [answered, setAnswered] = useState(false)
  useEffect(() => {
    if (answers) setAnswered(true)
  }, [answers])
  if (!answered) return null
  return (
    <Suspense fallback={null}>
      <PushOffer />
    </Suspense>
  )
}
