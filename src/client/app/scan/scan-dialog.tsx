import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigationType } from 'react-router-dom'
import { asFailure, isMissingPart } from '../../kit/api/failure.ts'
import { closeOverlay } from '../../kit/session/overlays.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { Skeleton } from '../../kit/ui/states.tsx'
import { toast } from '../../kit/ui/toast.ts'
import { chooseFiles } from '../../kit/upload/choose-files.ts'
import { Tool, Zoom } from './camera-tools.tsx'
import { LastScansList } from './last-scans-list.tsx'
import { readPhoto } from './read-picture.ts'
import css from './scan-dialog.module.css'
import { ScanResult } from './scan-result.tsx'
import { ScanTrouble } from './scan-trouble.tsx'
import { TypedCode } from './typed-code.tsx'
import { type CameraView, useCamera } from './use-camera.ts'
import { useCards } from './use-cards.ts'
import { useCode } from './use-code.ts'

type Code = ReturnType<typeof useCode>

/** The camera's picture, with the frame in which codes are read. */
function Picture({ view, code }: { view: CameraView; code: Code }) {
  const { t } = useTranslation('scan')
  const { video, state, enlarged } = view
  const hasPicture = state === 'starting' || state === 'on'
  if (!hasPicture) return <ScanTrouble trouble={state} onRetry={view.retry} />
  return (
    <>
      <video ref={video} muted playsInline style={{ scale: enlarged }} data-state={state} />
      <div className={css.frame} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </div>
      <p className={css.hint} role="status">
        {state === 'starting' && t('starting')}
        {state === 'on' && (code.read ? <Icon name="check" size={16} /> : null)}
        {state === 'on' && t(code.read ? 'read' : 'hint')}
      </p>
    </>
  )
}

interface ToolsProps {
  view: CameraView
  code: Code
  onType: () => void
}

/** Under the thumb: a photo, the torch, a card, the keyboard. */
function Tools({ view, code, onType }: ToolsProps) {
  const { t } = useTranslation('scan')
  const cards = useCards(code.open)
  async function readChosen() {
    const [file] = await chooseFiles({ accept: 'image/*', one: true })
    if (!file) return
    const found = await readPhoto(file).catch((error: unknown) => (isMissingPart(error) ? asFailure(error) : null))
    if (typeof found === 'string') await code.open(found)
    else toast(found?.message ?? t('photo_without_code'), { tone: 'error' })
  }
  return (
    <div className={css.tools}>
      {view.state === 'on' && <Zoom {...view} />}
      <div className={css.row}>
        <Tool icon="image" label={t('gallery')} onPress={() => void readChosen()} />
        {view.camera?.hasTorch && <Tool icon="torch" label={t('torch')} on={view.torch} onPress={view.toggleTorch} />}
        {cards && <Tool icon="card" label={t('card')} on={cards.on} onPress={cards.start} />}
        <Tool icon="keyboard" label={t('type')} onPress={onType} />
      </div>
      {cards?.on && <small>{t('hold_card')}</small>}
    </div>
  )
}

/** Whatever leads to a page, a code or a press, leads away from here; the page that the console starts with replaces the start. */
function useClosedByLeaving() {
  const { key } = useLocation()
  const how = useNavigationType()
  const first = useRef(key)
  useEffect(() => {
    if (key !== first.current && how !== 'REPLACE') closeOverlay()
  }, [key, how])
}

/** Opens what a code stands for, read by the camera, from a photo, from a card or typed; lets a screen in whose code is scanned. */
export function ScanDialog() {
  const { t } = useTranslation('scan')
  const code = useCode()
  const view = useCamera((found) => void code.open(found))
  const [types, setTypes] = useState(false)
  const { forget } = code
  useClosedByLeaving()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog is gone
  useEffect(() => forget, [])
  const hasPicture = view.state === 'starting' || view.state === 'on'
  const several = (view.camera?.others.length ?? 0) > 1
  const flip = several && <Button look="quiet" icon="flip" label={t('other_camera')} onClick={view.next} />
  return (
    <Dialog title={t('title')} onClose={closeOverlay} bare tools={flip}>
      <div className={css.scan}>
        <div className={css.view}>
          <Picture view={view} code={code} />
          <Tools view={view} code={code} onType={() => setTypes(true)} />
        </div>
        <div className={css.sheet}>
          {code.read && (
            // Words and parts that only some codes need come later, and the picture stays meanwhile.
            <Suspense fallback={<Skeleton height={96} />}>
              <ScanResult read={code.read} />
            </Suspense>
          )}
          {(types || !hasPicture) && (
            <TypedCode
              focus={types}
              busy={code.read !== null && !code.read.looked && !code.read.error}
              onCode={code.open}
            />
          )}
          <LastScansList onCode={code.open} />
        </div>
      </div>
    </Dialog>
  )
}
