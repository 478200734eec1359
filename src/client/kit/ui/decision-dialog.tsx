import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextArea } from './input.tsx'
import { Labelled } from './labelled.tsx'
import { Phrases } from './phrases.tsx'
import { fits } from './room.tsx'
import { Banner } from './states.tsx'

interface Props {
  title: string
  /** The word on the button that does it. */
  action: string
  danger?: boolean
  busy?: boolean
  /** Why it was not done, where no field says it. */
  error?: string | null | undefined
  /** Wide, for more than a question. */
  large?: boolean
  /** As wide as the window allows, for two columns. */
  broad?: boolean
  onDecide: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks a person to decide something: what it is about, then the two buttons. */
export function DecisionDialog({
  title,
  action,
  danger,
  busy,
  error,
  large,
  broad,
  onDecide,
  onClose,
  children,
}: Props) {
  const { t } = useTranslation('common')
  const foot = (
    <>
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      <Button
        look="primary"
        danger={danger ?? false}
        busy={busy ?? false}
        onClick={({ currentTarget }) => fits(currentTarget.closest('dialog')) && onDecide()}
      >
        {action}
      </Button>
    </>
  )
  return (
    <Dialog small={!large} large={broad ?? false} title={title} onClose={onClose} foot={foot}>
      {children}
      {error && (
        <Banner tone="faulted" icon="warning">
          {error}
        </Banner>
      )}
    </Dialog>
  )
}

interface RemarkProps {
  label: string
  hint?: string
  required?: boolean
  error?: string | false | null | undefined
  value: string
  onChange: (remark: string) => void
  /** What is said often. */
  phrases?: readonly string[]
  /** So many characters. */
  most?: number
}

/** What a person has to say about it. */
export function Remark({ label, hint, required, error, value, onChange, phrases = [], most = 500 }: RemarkProps) {
  return (
    <Labelled label={label} required={required ?? false} hint={hint} error={error}>
      {(control) => (
        <>
          <TextArea
            {...control}
            rows={3}
            maxLength={most}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <Phrases phrases={phrases} value={value} onChange={onChange} />
        </>
      )}
    </Labelled>
  )
}
