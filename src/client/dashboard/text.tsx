import { useTranslation } from 'react-i18next'
import { Card } from '../kit/ui/card.tsx'
import { LinkedText } from './linked-text.tsx'
import css from './text.module.css'
import type { WidgetProps } from './widget-props.ts'

/** What the operator says to everybody who looks: a number to call, a week's plan. */
export function TextWidget({ settings }: WidgetProps) {
  const { t } = useTranslation('dashboard')
  const { title, text } = settings
  return (
    <Card title={typeof title === 'string' && title ? title : t('widgets.text')}>
      <p className={css.text}>{typeof text === 'string' && <LinkedText text={text} />}</p>
    </Card>
  )
}
