import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type WidgetKey, widgetOf } from '../../../shared/widgets/index.ts'
import type { Known } from '../../../shared/widgets/layout.ts'
import { useLeaveGuard } from '../../kit/forms/use-leave-guard.ts'
import { lazy } from '../../kit/ui/lazy.ts'
import { useWide } from '../../kit/ui/use-wide.ts'
import { Grid } from '../grid.tsx'
import css from './edit.module.css'
import { EditBar } from './edit-bar.tsx'
import { EditList } from './edit-list.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { Tray } from './tray.tsx'
import { useEditing } from './use-editing.ts'
import { useKeeping } from './use-keeping.ts'
import { useWidgetSteps } from './use-widget-steps.ts'
import { KEYS_ID } from './widget-bar.tsx'

const EditGrid = lazy(() => import('./edit-grid.tsx').then((module) => ({ default: module.EditGrid })))

interface Props {
  placed: readonly Known[]
  onClose: () => void
}

const hasSettings = (widget: WidgetKey) => Object.keys(widgetOf(widget).settings).length > 0

/** Ctrl+Z takes the last step back, unless someone types. */
function useUndoKey(undo: () => void) {
  const latest = useRef(undo)
  latest.current = undo
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const typing = (event.target as Element | null)?.closest?.('input, textarea, [contenteditable=true], dialog')
      if (typing || event.key.toLowerCase() !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
}

/** The dashboard while it is being laid out: nothing is kept before Keep. */
export function Editor({ placed: from, onClose }: Props) {
  const { t } = useTranslation('dashboard')
  const wide = useWide()
  const editing = useEditing(from)
  const { placed, dirty, undo } = editing
  const steps = useWidgetSteps(editing)
  const keeping = useKeeping({ begin: editing.begin, dirty, refused: steps.refused })
  const [incoming, setIncoming] = useState<WidgetKey | null>(null)
  const free = useRef(false)
  const leave = useLeaveGuard(dirty, free)
  useUndoKey(undo)
  const close = () => {
    free.current = true
    onClose()
  }
  const add = (widget: WidgetKey, at?: { x: number; y: number }) =>
    hasSettings(widget) ? steps.ask({ widget, ...(at && { at }) }) : steps.add(widget, {}, at)
  const { asking } = steps
  return (
    <div className={css.editor}>
      <EditBar
        dirty={dirty}
        keeping={keeping}
        onUndo={undo}
        onCancel={() => void leave(onClose)}
        onKeep={async () => (await keeping.keep(placed)) && close()}
        onReset={async () => (await keeping.reset()) && close()}
      />
      <p id={KEYS_ID} className="hidden-text">
        {t('edit.keys')}
      </p>
      <p role="status" className="hidden-text">
        {steps.said}
      </p>
      {placed.length === 0 && <p className={css.nothing}>{t('edit.nothing')}</p>}
      {wide ? (
        <Suspense fallback={<Grid placed={placed} />}>
          <EditGrid placed={placed} steps={steps} incoming={incoming} onDropped={add} />
        </Suspense>
      ) : (
        <EditList placed={placed} steps={steps} />
      )}
      <Tray placed={placed} onAdd={add} onDrag={setIncoming} />
      {asking && (
        <Suspense fallback={null}>
          <SettingsDialog
            widget={asking.widget}
            settings={'id' in asking ? (placed.find(({ id }) => id === asking.id)?.settings ?? null) : null}
            {...('said' in asking && { said: asking.said })}
            onClose={() => steps.ask(null)}
            onSet={(settings) => {
              steps.ask(null)
              if ('id' in asking) steps.set(asking.id, settings)
              else steps.add(asking.widget, settings, asking.at)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
