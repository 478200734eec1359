import i18next from 'i18next'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { saidMissing } from '../ui/lazy.ts'
import { Empty } from '../ui/states.tsx'
import { toast } from '../ui/toast.ts'
import { asFailure, isMissingPart } from './failure.ts'
import { reportFault } from './report-fault.ts'

interface State {
  failed: Error | null
}

const shell = (key: string) => i18next.t(key, { ns: 'shell' })

const ANSWERS_MS = 5_000

/** A page that is loaded anew where nothing answers is gone. */
const isServerThere = () =>
  fetch(location.origin, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ANSWERS_MS) }).then(
    () => true,
    () => false,
  )

interface Props {
  /** It is no page: what breaks in it leaves no trace in its place. */
  beside?: true
  /** Puts away what was asked for, so that the next press asks for it again. */
  onLost?: () => void
  children: ReactNode
}

/** A screen that breaks says so, in a notification and in its place; the shell stays. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { failed: null }

  static getDerivedStateFromError(failed: Error): State {
    return { failed }
  }

  override componentDidCatch(error: Error, _info: ErrorInfo) {
    if (isMissingPart(error)) saidMissing()
    else reportFault(error)
    const title = isMissingPart(error) ? {} : { title: shell('route_error') }
    toast(asFailure(error).message, { tone: 'error', ...title })
    this.props.onLost?.()
  }

  override render() {
    const { failed } = this.state
    if (!failed) return this.props.children
    if (this.props.beside) return null
    // A new version has other parts, which come with a reload; without a network the same one is asked for again.
    const again = async () => {
      if (isMissingPart(failed) && (await isServerThere())) location.reload()
      else this.setState({ failed: null })
    }
    return (
      <Empty icon="warning" text={shell(isMissingPart(failed) ? 'part_missing' : 'screen_failed')}>
        <Button icon="refresh" onClick={() => void again()}>
          {i18next.t('action.retry', { ns: 'common' })}
        </Button>
      </Empty>
    )
  }
}
