import { atom } from 'jotai/vanilla'
import { store, useAtomValue } from '../session/store.ts'
import { lazyDialog } from './lazy-part.tsx'
import type { Asked, Question } from './question-dialog.tsx'

const QuestionDialog = lazyDialog(
  () => import('./question-dialog.tsx').then((module) => ({ default: module.QuestionDialog })),
  ({ answer }) => answer(false),
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
  return question && <QuestionDialog {...question} />
}
