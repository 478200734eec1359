import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface Question {
  title: string
  text: string
  /** The word on the button that goes on. */
  yes: string
  /** The word on the button that leaves everything as it is, where “Cancel” would be taken for what is asked. */
  no?: string
  danger?: boolean
}

export interface Asked extends Question {
  answer: (yes: boolean) => void
}

/** What `confirm` asks. */
export function QuestionDialog({ title, text, yes, no, danger = false, answer }: Asked) {
  const { t } = useTranslation('common')
  const foot = (
    <>
      <Button onClick={() => answer(false)}>{no ?? t('action.cancel')}</Button>
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
