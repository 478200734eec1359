import { type ReactNode, useState } from 'react'
import { DecisionDialog, Remark } from './decision-dialog.tsx'

interface Props {
  title: string
  /** The word on the button that does it. */
  action: string
  danger?: boolean
  /** What is asked for in words. */
  label: string
  required?: boolean
  /** What `useDecision` gives. */
  deciding: {
    busy: boolean
    elsewhere: string | null
    wrongOf: (field: string, missing?: readonly string[]) => string | undefined
  }
  onSend: (remark: string, missing: readonly string[]) => void
  onClose: () => void
  /** What it is about, and what else is asked. */
  children: ReactNode
}

/** Asks a person for a word about a step, then takes it. */
export function RemarkDialog({ label, required = false, deciding, onSend, children, ...dialog }: Props) {
  const [remark, setRemark] = useState('')
  const missing = required && !remark.trim() ? ['remark'] : []
  return (
    <DecisionDialog
      {...dialog}
      busy={deciding.busy}
      error={deciding.elsewhere}
      onDecide={() => onSend(remark, missing)}
    >
      {children}
      <Remark
        {...{ label, required }}
        error={deciding.wrongOf('remark', missing)}
        value={remark}
        onChange={setRemark}
      />
    </DecisionDialog>
  )
}
