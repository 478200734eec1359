import i18next from 'i18next'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { ScreenBoundary } from '../../kit/api/screen-boundary.tsx'
import { withWords } from '../../kit/i18n/with-words.ts'
import { useAtomValue } from '../../kit/session/store.ts'
import { lazyAside } from '../../kit/ui/lazy-part.tsx'
import { decisionsAtom } from '../../offline/sending.ts'

/** An offer with its words: without them it would be read as their names. */
export async function withItsWords(load: () => Promise<ComponentType>): Promise<{ default: ComponentType }> {
  const offer = await withWords('push', load)
  if (!i18next.hasLoadedNamespace('push')) throw new Error('the words of the offer did not come')
  return { default: offer }
}

const PushOffer = lazyAside(() =>
  withItsWords(() => import('../../push/push-offer.tsx').then((module) => module.PushOffer)),
)

/** What is offered to a person who has just answered an alarm. */
export function Offered() {
  const answers = useAtomValue(decisionsAtom).some(({ subject }) => subject.startsWith('alarm:'))
  const [answered, setAnswered] = useState(false)
  useEffect(() => {
    if (answers) setAnswered(true)
  }, [answers])
  if (!answered) return null
  return (
    // It is offered and no more: what breaks in it leaves no trace.
    <ScreenBoundary beside>
      <Suspense fallback={null}>
        <PushOffer />
      </Suspense>
    </ScreenBoundary>
  )
}
