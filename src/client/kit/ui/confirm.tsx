import { atom, useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { store } from '../session/store.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface Question {
  title: string
  text: string
  /** The word on the button that goes on. */
  yes: string
  danger?: boolean
}

interface Asked extends Question {
  answer: (yes: boolean) => void
}

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
  const { t } = useTranslation('common')
  const question = useAtomValue(asked)
  if (!question) return null
  const foot = (
    <>
      <Button onClick={() => question.answer(false)}>{t('action.cancel')}</Button>
      <Button look="primary" danger={question.danger ?? false} onClick={() => question.answer(true)}>
        {question.yes}
      </Button>
    </>
  )
  return (
    <Dialog small title={question.title} onClose={() => question.answer(false)} foot={foot}>
      {question.text}
    </Dialog>
  )
}
