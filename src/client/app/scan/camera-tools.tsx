import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../kit/ui/icon.tsx'
import { zoomSteps } from './camera.ts'
import css from './scan-dialog.module.css'
import type { CameraView } from './use-camera.ts'

interface ToolProps {
  icon: IconName
  label: string
  onPress: () => void
  /** Of what is on or off. */
  on?: boolean
}

export function Tool({ icon, label, onPress, on }: ToolProps) {
  return (
    <button type="button" className={css.tool} aria-pressed={on} onClick={onPress}>
      <b>
        <Icon name={icon} size={22} />
      </b>
      {label}
    </button>
  )
}

/** How near the picture is. */
export function Zoom({ zoom, zoomTo }: Pick<CameraView, 'zoom' | 'zoomTo'>) {
  const { t } = useTranslation('scan')
  return (
    // biome-ignore lint/a11y/useSemanticElements: three buttons are no fieldset
    <div role="group" aria-label={t('zoom')} className={css.zoom}>
      {zoomSteps.map((times) => (
        <button key={times} type="button" aria-pressed={times === zoom} onClick={() => zoomTo(times)}>
          {times}×
        </button>
      ))}
    </div>
  )
}
