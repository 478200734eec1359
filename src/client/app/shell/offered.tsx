import i18next from 'i18next'
import { useAtomValue } from 'jotai'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { ScreenBoundary } from '../../kit/api/screen-boundary.tsx'
import { withWords } from '../../kit/i18n/with-words.ts'
import { lazy, loaded } from '../../kit/ui/lazy.ts'
import { decisionsAtom } from '../../offline/sending.ts'

const Nothing = () => null

/**
 * An offer with its words, or nothing at all: on a phone that has no network and lacks either, nobody misses what they were not offered,
 * and nothing is said of it.
 */
export async function orNothing(load: () => Promise<ComponentType>): Promise<{ default: ComponentType }> {
  try {
    const offer = await withWords('push', () => loaded(load))
    return { default: i18next.hasLoadedNamespace('push') ? offer : Nothing }
  } catch {
    return { default: Nothing }
  }
}

const PushOffer = lazy(() => orNothing(() => import('../../push/push-offer.tsx').then((module) => module.PushOffer)))

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
