import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { widgetOf } from '../../../shared/widgets/index.ts'
import type { Known } from '../../../shared/widgets/layout.ts'
import { Button } from '../../kit/ui/button.tsx'
import { useTitleOf } from '../use-title-of.ts'
import css from './edit.module.css'
import type { Direction } from './moves.ts'
import type { WidgetSteps } from './use-widget-steps.ts'

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** Describes the handles: what the keys do. */
export const KEYS_ID = 'dashboard-keys'

/** Keeps the widget in sight that keys move: below the head and above the tray. It glides to its place. */
function follow(grip: Element) {
  requestAnimationFrame(async () => {
    const glides = grip.closest('.react-grid-item')?.getAnimations?.() ?? []
    await Promise.allSettled(glides.map(({ finished }) => finished))
    grip.scrollIntoView?.({ block: 'nearest' })
  })
}

/** The bar by which a widget is held: its handle takes the arrow keys, with Shift they resize. */
export function WidgetBar({ placed, steps }: { placed: Known; steps: WidgetSteps }) {
  const { t } = useTranslation('dashboard')
  const name = useTitleOf()(placed)
  const { id } = placed
  function pressed(event: KeyboardEvent<HTMLButtonElement>) {
    const direction = ARROWS[event.key]
    if (event.key === 'Delete' || event.key === 'Backspace') steps.remove(placed)
    else if (!direction || event.ctrlKey || event.metaKey || event.altKey) return
    else if (event.shiftKey) steps.resize(id, direction)
    else steps.move(id, direction)
    if (direction) follow(event.currentTarget)
    event.preventDefault()
  }
  return (
    <div className={css.bar} data-hold>
      <button
        type="button"
        className={css.grip}
        data-grip
        aria-label={t('edit.move', { name })}
        aria-describedby={KEYS_ID}
        title={t('edit.move', { name })}
        onKeyDown={pressed}
      >
        <svg
          width="14"
          height="14"
          viewBox="0 0 24 24"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <path d="M9 5h.01M9 12h.01M9 19h.01M15 5h.01M15 12h.01M15 19h.01" />
        </svg>
      </button>
      <b className={css.name}>{name}</b>
      <span className={css.size} aria-hidden="true">
        {placed.w} × {placed.h}
      </span>
      <WidgetButtons placed={placed} steps={steps} />
    </div>
  )
}

/** Its settings, where it has any, and away with it. */
export function WidgetButtons({ placed, steps }: { placed: Known; steps: WidgetSteps }) {
  const { t } = useTranslation('dashboard')
  const name = useTitleOf()(placed)
  const { id, widget } = placed
  return (
    <>
      {Object.keys(widgetOf(widget).settings).length > 0 && (
        <Button
          size="small"
          look="quiet"
          icon="gear"
          label={t('edit.settings', { name })}
          onClick={() => steps.ask({ id, widget })}
        />
      )}
      <Button
        size="small"
        look="quiet"
        icon="close"
        label={t('edit.remove', { name })}
        onClick={() => steps.remove(placed)}
      />
    </>
  )
}
