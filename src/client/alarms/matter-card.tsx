import { useTranslation } from 'react-i18next'
import { allOf, type Shown } from '../../shared/domain/alarm-matter.ts'
import { useMay } from '../kit/session/can.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Checkbox } from '../kit/ui/input.tsx'
import { OtherAlarms } from './other-alarms.tsx'

interface Props {
  matter: Shown
  /** Whether an answer is for all of them. */
  all: boolean
  onAll: (all: boolean) => void
}

/** Which open alarms are one matter with this one, and whether they are answered with it. */
export function MatterCard({ matter, all, onAll }: Props) {
  const { t } = useTranslation('alarms')
  const may = useMay()
  if (!matter.others) return null
  const count = allOf(matter).length
  return (
    <Card title={t(matter.struck ? 'together.site' : 'together.one_pile', { count })}>
      {may('alarm.handle') && (
        <Checkbox
          label={t('together.answer_all', { count })}
          checked={all}
          onChange={(event) => onAll(event.target.checked)}
        />
      )}
      <OtherAlarms shown={matter} />
    </Card>
  )
}
