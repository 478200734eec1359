import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface Question {
  title: string
  text: string
  /** The word on the button that goes on. */
  yes: string
  danger?: boolean
}

export interface Asked extends Question {
  answer: (yes: boolean) => void
}

/** What `confirm` asks. */
export function QuestionDialog({ title, text, yes, danger = false, answer }: Asked) {
  const { t } = useTranslation('common')
  const foot = (
    <>
      <Button onClick={() => answer(false)}>{t('action.cancel')}</Button>
      <Button look="primary" danger={danger} onClick={() => answer(true)}>
        {yes}
      </Button>
    </>
  )
  return (
    <Dialog small title={title} onClose={() => answer(false)} foot={foot}>
      {text}
    </Dialog>
  )
}
