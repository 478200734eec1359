import { useTranslation } from 'react-i18next'
import type { Known } from '../../shared/widgets/layout.ts'

/** A widget by the title that a person gave it, or else by what it is. */
export function useTitleOf() {
  const { t } = useTranslation('dashboard')
  return ({ widget, settings }: Pick<Known, 'widget' | 'settings'>): string =>
    typeof settings.title === 'string' && settings.title ? settings.title : t(`widgets.${widget}`)
}
