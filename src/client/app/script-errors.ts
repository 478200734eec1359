import i18next from 'i18next'
import { asFailure, Failure, isMissingPart } from '../kit/api/failure.ts'
import { reportFault } from '../kit/api/report-fault.ts'
import { toast } from '../kit/ui/toast.ts'

/** Thrown by browsers about layouts that settle a frame later; nobody can do anything about it. */
const HARMLESS = /ResizeObserver loop/

function tell(error: unknown) {
  if (!(error instanceof Error) || HARMLESS.test(error.message) || error.name === 'AbortError') return
  if (error instanceof Failure || isMissingPart(error)) return toast(asFailure(error).message, { tone: 'error' })
  reportFault(error)
  const key = `script_error.${error.name}`
  const title = i18next.exists(`shell:${key}`) ? key : 'script_error.Error'
  toast(error.message, { tone: 'error', title: i18next.t(title, { ns: 'shell' }) })
}

/** What no code of ours has caught is shown, with a title for its type. */
export function watchScriptErrors() {
  addEventListener('error', (event) => tell(event.error))
  addEventListener('unhandledrejection', (event) => tell(event.reason))
}
