import { useTranslation } from 'react-i18next'
import { widgetOf } from '../../../shared/widgets/index.ts'
import type { Known } from '../../../shared/widgets/layout.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { isIcon } from '../../kit/ui/more-icon.tsx'
import { useTitleOf } from '../use-title-of.ts'
import css from './edit.module.css'
import type { WidgetSteps } from './use-widget-steps.ts'
import { WidgetButtons } from './widget-bar.tsx'

function Row({ placed, steps, first, last }: { placed: Known; steps: WidgetSteps; first: boolean; last: boolean }) {
  const { t } = useTranslation('dashboard')
  const name = useTitleOf()(placed)
  const { icon } = widgetOf(placed.widget)
  const step = (by: -1 | 1, word: 'up' | 'down', end: boolean) => (
    <Button
      look="quiet"
      icon={word}
      label={t(`edit.${word}`, { name })}
      disabled={end}
      onClick={() => steps.reorder(placed.id, by)}
    />
  )
  return (
    <li className={css.row} data-widget={placed.id}>
      {isIcon(icon) && <Icon name={icon} size={18} />}
      <b className="grow">{name}</b>
      {step(-1, 'up', first)}
      {step(1, 'down', last)}
      <WidgetButtons placed={placed} steps={steps} />
    </li>
  )
}

/** A phone's: the widgets in their order, without their figures. */
export function EditList({ placed, steps }: { placed: readonly Known[]; steps: WidgetSteps }) {
  return (
    <ol className={css.list}>
      {placed.map((one, at) => (
        <Row key={one.id} placed={one} steps={steps} first={at === 0} last={at === placed.length - 1} />
      ))}
    </ol>
  )
}
