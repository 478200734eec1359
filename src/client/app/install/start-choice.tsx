import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHome } from '../../kit/session/homes.ts'
import { Card } from '../../kit/ui/card.tsx'
import { Radios } from '../../kit/ui/radios.tsx'
import css from './install.module.css'
import { keepStart, keptStart, STARTS, type Start } from './start-with.ts'

/** On an installed console: what it opens with. */
export function StartChoice() {
  const { t } = useTranslation('install')
  const alarms = useHome('alarm')
  const [start, setStart] = useState(keptStart)
  const offered = STARTS.filter((one) => one !== 'alarms' || alarms)
  function choose(chosen: Start) {
    keepStart(chosen)
    setStart(chosen)
  }
  return (
    <Card className={css.start ?? ''}>
      <b>{t('start.title')}</b>
      <Radios
        label={t('start.title')}
        options={offered.map((key) => ({ key, label: t(`start.${key}`) }))}
        value={start}
        onChange={choose}
      />
    </Card>
  )
}
