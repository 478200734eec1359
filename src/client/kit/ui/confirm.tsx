import { atom } from 'jotai/vanilla'
import { Suspense } from 'react'
import { store, useAtomValue } from '../session/store.ts'
import { lazy } from './lazy.ts'
import type { Asked, Question } from './question-dialog.tsx'

const QuestionDialog = lazy(() =>
  import('./question-dialog.tsx').then((module) => ({ default: module.QuestionDialog })),
)

const asked = atom<Asked | null>(null)

/** Asks before something that cannot be undone; false when the person thinks again. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    store.get(asked)?.answer(false)
    store.set(asked, {
      ...question,
      answer: (yes) => {
        store.set(asked, null)
        resolve(yes)
      },
    })
  })

/** Where `confirm` shows its question. */
export function Confirming() {
  const question = useAtomValue(asked)
  return (
    question && (
      <Suspense fallback={null}>
        <QuestionDialog {...question} />
      </Suspense>
    )
  )
}
