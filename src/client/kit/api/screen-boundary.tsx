import i18next from 'i18next'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'
import { toast } from '../ui/toast.ts'
import { reportFault } from './report-fault.ts'

interface State {
  failed: Error | null
}

const shell = (key: string) => i18next.t(key, { ns: 'shell' })

/** A new version replaces the parts of the old: a part that cannot be loaded any more comes with a reload. */
const isMissingPart = (error: Error) =>
  /preload CSS|dynamically imported module|Importing a module script failed|module script/i.test(error.message)

interface Props {
  /** It is no page: what breaks in it leaves no trace in its place. */
  beside?: true
  children: ReactNode
}

/** A screen that breaks says so, in a notification and in its place; the shell stays. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { failed: null }

  static getDerivedStateFromError(failed: Error): State {
    return { failed }
  }

  override componentDidCatch(error: Error, _info: ErrorInfo) {
    if (!isMissingPart(error)) reportFault(error)
    toast(isMissingPart(error) ? shell('script_error.ChunkLoadError') : error.message, {
      tone: 'error',
      title: shell('route_error'),
    })
  }

  override render() {
    const { failed } = this.state
    if (!failed) return this.props.children
    if (this.props.beside) return null
    const again = () => (isMissingPart(failed) ? location.reload() : this.setState({ failed: null }))
    return (
      <Empty icon="warning" text={shell(isMissingPart(failed) ? 'part_missing' : 'screen_failed')}>
        <Button icon="refresh" onClick={again}>
          {i18next.t('action.retry', { ns: 'common' })}
        </Button>
      </Empty>
    )
  }
}
