import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { connectorIn } from '../../../shared/domain/label-code.ts'
import { signInCode, wallCode } from '../../../shared/domain/screen-code.ts'
import type { ScannedRecord } from '../../../shared/endpoints/scan.ts'
import { asFailure } from '../../kit/api/failure.ts'
import { useRecordPath } from '../../kit/session/homes.ts'
import { noteScan } from './last-scans.ts'
import { type LookedUp, lookUp } from './look-up.ts'

/** What was read last, and what is known of it. */
export interface Read {
  code: string
  connector: number | null
  /** Absent while it is looked up. */
  looked?: LookedUp
  error?: string
}

/** Where a screen that waits is let in; null when the code is no screen's. */
function pageOfScreen(code: string): string | null {
  for (const { codeIn, pathOf } of [signInCode, wallCode]) {
    const screen = codeIn(code)
    if (screen) return pathOf(screen)
  }
  return null
}

/** The person feels that it was read: they look at the pile and not at the phone. */
const READ_MS = 40
const feel = () => void navigator.vibrate?.(READ_MS)

/** The page of a record, at the connector that was scanned; null where the person's menu leads to none. */
export function useFoundPath() {
  const recordPath = useRecordPath()
  return ({ entity, id }: Pick<ScannedRecord, 'entity' | 'id'>, connector: number | null): string | null => {
    const path = recordPath(entity, id)
    return path && entity === 'pile' && connector !== null ? `${path}?connector=${connector}` : path
  }
}

/** Leads to what a code stands for where that is one thing, and says what there is where it is not. */
export function useCode() {
  const navigate = useNavigate()
  const foundPath = useFoundPath()
  const [read, setRead] = useState<Read | null>(null)
  /** What is read while another code is looked up counts, not the one before. */
  const latest = useRef('')

  function lookedUp(code: string, looked: LookedUp) {
    const connector = connectorIn(code)
    const [first, ...more] = looked.found
    const { entity = null, title = code, details = [] } = first ?? {}
    noteScan({ code, entity, title, connector, details, at: new Date().toISOString() })
    const path = first && more.length === 0 && first.alarm_id === null ? foundPath(first, connector) : null
    if (path) navigate(path)
    else setRead({ code, connector, looked })
  }

  async function open(scanned: string) {
    const code = scanned.trim()
    if (!code) return
    feel()
    const page = pageOfScreen(code)
    if (page) return void navigate(page)
    latest.current = code
    setRead({ code, connector: connectorIn(code) })
    try {
      const show = (looked: LookedUp) => void (latest.current === code && lookedUp(code, looked))
      show(await lookUp(code, show))
    } catch (failure) {
      const error = asFailure(failure).message
      if (latest.current === code) setRead({ code, connector: null, error })
    }
  }

  return {
    read,
    open,
    /** The dialog is gone: what is still looked up leads nowhere. */
    forget: () => {
      latest.current = ''
      setRead(null)
    },
  }
}
