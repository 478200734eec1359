import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { connectorIn, stationIn } from '../../../shared/domain/label-code.ts'
import { signInCode, wallCode } from '../../../shared/domain/screen-code.ts'
import { asFailure } from '../../kit/api/failure.ts'
import { useRecordPath } from '../../kit/session/homes.ts'
import { closeOverlay } from '../../kit/session/overlays.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { Input } from '../../kit/ui/input.tsx'
import { Banner } from '../../kit/ui/states.tsx'
import { pileAt } from './find-pile.ts'
import { type Reader, startReader } from './reader.ts'
import css from './scan-dialog.module.css'

type Camera = 'starting' | 'on' | 'none'

/** The camera's picture while this shows; each code is given once until another one comes. */
function useCamera(found: (code: string) => void) {
  const place = useRef<HTMLDivElement>(null)
  const [camera, setCamera] = useState<Camera>('starting')
  useEffect(() => {
    const shown = place.current
    if (!shown) return
    let over = false
    let last = ''
    let reader: Reader | null = null
    const once = (code: string) => {
      if (code === last) return
      last = code
      found(code)
    }
    startReader(shown, once).then(
      (started) => {
        reader = started
        if (over) void started.stop()
        else setCamera('on')
      },
      () => !over && setCamera('none'),
    )
    return () => {
      over = true
      void reader?.stop()
    }
  }, [found])
  return { place, camera }
}

/** Where a screen that waits is let in; null when the code is no screen's. */
function pageOfScreen(code: string): string | null {
  for (const { codeIn, pathOf } of [signInCode, wallCode]) {
    const screen = codeIn(code)
    if (screen) return pathOf(screen)
  }
  return null
}

/** Leads to what a code stands for, or says why not. */
function useCode() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const recordPath = useRecordPath()
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the camera must not start anew when words or paths are made again
  const open = useCallback(async (code: string) => {
    const page = pageOfScreen(code)
    if (page) {
      closeOverlay()
      return void navigate(page)
    }
    const station = stationIn(code)
    if (!station) return
    setBusy(true)
    try {
      const to = recordPath('pile', await pileAt(station))
      const connector = connectorIn(code)
      closeOverlay()
      if (to) navigate(connector === null ? to : `${to}?connector=${connector}`)
    } catch (failure) {
      const { code: status, message } = asFailure(failure)
      setError(status === 404 ? t('scan.unknown', { code: station }) : message)
    } finally {
      setBusy(false)
    }
  }, [])
  return { open, busy, error, forgetError: () => setError('') }
}

/** For a code that no camera reads. */
function TypedCode({ open, busy, error, forgetError }: ReturnType<typeof useCode>) {
  const { t } = useTranslation('shell')
  const [typed, setTyped] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    void open(typed)
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <label htmlFor="scan-typed">{t('scan.typed')}</label>
      <div className="row">
        <Input
          id="scan-typed"
          className="grow"
          size="large"
          autoComplete="off"
          autoCapitalize="characters"
          invalid={error !== ''}
          aria-describedby={error ? 'scan-error' : undefined}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            forgetError()
          }}
        />
        <Button type="submit" look="primary" size="large" busy={busy} disabled={!typed.trim()}>
          {t('scan.go')}
        </Button>
      </div>
      {error && (
        <span id="scan-error" role="alert" className={css.error}>
          {error}
        </span>
      )}
    </form>
  )
}

/** Opens a pile's page by the code on it, from the camera or typed; lets a screen in whose code is scanned. */
export function ScanDialog() {
  const { t } = useTranslation('shell')
  const code = useCode()
  const { place, camera } = useCamera(code.open)
  return (
    <Dialog title={t('scan.title')} onClose={closeOverlay}>
      {camera === 'none' ? (
        <Banner tone="waiting" icon="camera">
          {t('scan.no_camera')}
        </Banner>
      ) : (
        <>
          <div ref={place} className={css.view}>
            {t('scan.starting')}
          </div>
          {camera === 'on' && <small>{t('scan.hint')}</small>}
        </>
      )}
      <TypedCode {...code} />
    </Dialog>
  )
}
