import { useTranslation } from 'react-i18next'
import { isWidget, type WidgetKey, widgetOf, widgets } from '../../../shared/widgets/index.ts'
import type { Known } from '../../../shared/widgets/layout.ts'
import { useMay } from '../../kit/session/can.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { isIcon } from '../../kit/ui/more-icon.tsx'
import { useWide } from '../../kit/ui/use-wide.ts'
import css from './edit.module.css'

interface Props {
  placed: readonly Known[]
  onAdd: (widget: WidgetKey) => void
  /** It is dragged out of the tray; null when it was let go. */
  onDrag: (widget: WidgetKey | null) => void
}

/** What can be added: what is not there yet, and what can be there several times since it has settings. */
function useOffered(placed: readonly Known[]): WidgetKey[] {
  const may = useMay()
  return Object.keys(widgets)
    .filter(isWidget)
    .filter((key) => {
      const { needs, settings } = widgetOf(key)
      const again = Object.keys(settings).length > 0 || !placed.some(({ widget }) => widget === key)
      return again && needs.every((permission) => may(permission))
    })
}

/** The widgets that can be added: dragged in, or pressed, then they go to the end. */
export function Tray({ placed, onAdd, onDrag }: Props) {
  const { t } = useTranslation('dashboard')
  const wide = useWide()
  const offered = useOffered(placed)
  const hint = offered.length === 0 ? 'edit.tray_empty' : wide ? 'edit.tray_hint' : 'edit.tray_press'
  return (
    <section className={css.tray} aria-label={t('edit.tray')}>
      <div className={css.trayHead}>
        <b>{t('edit.tray')}</b>
        <small>{t(hint)}</small>
      </div>
      <ul className={css.offers}>
        {offered.map((key) => {
          const { icon } = widgetOf(key)
          return (
            <li key={key}>
              <button
                type="button"
                className={css.offer}
                draggable={wide}
                onDragStart={(event) => {
                  event.dataTransfer.setData('text/plain', key)
                  onDrag(key)
                }}
                onDragEnd={() => onDrag(null)}
                onClick={() => onAdd(key)}
              >
                {isIcon(icon) && <Icon name={icon} size={22} />}
                <b>{t(`widgets.${key}`)}</b>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
