import { useRef, useState } from 'react'
import type { Body, Data, Endpoint } from '../../../shared/kit/endpoint.ts'
import { useErrors } from '../i18n/use-errors.ts'
import { toast } from '../ui/toast.ts'
import type { Failure } from './failure.ts'
import { type SendWrapper, useSend } from './queries.ts'

const isQuestion = (error: Failure | null) =>
  error !== null && (error.data as { question?: string } | null)?.question !== undefined

export interface Deciding<E extends Endpoint> {
  /** The entities that it may change. */
  changes: readonly string[]
  /** What is said when it is done. */
  done: string | ((data: Data<E>) => string)
  onDone: (data: Data<E>) => void
  /** Asks who sits there, where the server does. */
  through?: SendWrapper
}

/**
 * Sends a decision of a dialog: once, however often it is pressed. `wrong` are the fields at fault once it was tried, ours before
 * the server's; `missing` says which of ours are. What the server asks about is sent again as confirmed.
 */
export function useDecision<E extends Endpoint>(endpoint: E, { changes, done, onDone, through }: Deciding<E>) {
  const t = useErrors()
  const sending = useSend(endpoint, changes, through)
  const [tried, setTried] = useState(false)
  const asked = useRef<string | null>(null)
  const question = isQuestion(sending.error) ? sending.error?.message : undefined
  const refused = sending.error?.fields ?? {}

  function send(body: Body<E>, missing: readonly string[] = []) {
    setTried(true)
    if (missing.length > 0) return
    const written = JSON.stringify(body)
    const confirmed = question !== undefined && asked.current === written
    asked.current = written
    const sent = { ...(body as object), ...(confirmed && { confirmed: true }) } as Body<E>
    const answered = (data: Data<E>) => {
      if (through && data === null) return
      toast(typeof done === 'string' ? done : done(data), { tone: 'success' })
      onDone(data)
    }
    // A failure shows in the dialog.
    ;(sending.mutateAsync as (body: Body<E>) => Promise<Data<E>>)(sent).then(answered, () => undefined)
  }

  const wrongOf = (field: string, missing: readonly string[] = []) =>
    tried && missing.includes(field) ? t('required') : refused[field]
  const elsewhere = sending.error && Object.keys(refused).length === 0 ? sending.error.message : null
  return { send, wrongOf, question, elsewhere, busy: sending.isPending, reset: sending.reset }
}
