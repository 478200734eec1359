import { useTranslation } from 'react-i18next'
import { LONGEST_PLATE } from '../../../shared/endpoints/berths.ts'
import { berth } from '../../../shared/entities/berth.ts'
import { useWords } from '../../kit/i18n/use-words.ts'
import { useRecordPath } from '../../kit/session/homes.ts'
import type { Decision } from '../../offline/outbox.ts'
import type { OutboxKind, Reading } from '../../offline/outbox-kind.ts'
import type { Plated, Said } from './said.ts'

const idOf = ({ body }: Decision) => (body as { id: number }).id

function useLooked() {
  const { t } = useTranslation('walk')
  const pathOf = useRecordPath()
  return (decision: Decision): Reading => ({
    ...{ icon: 'eye', said: t('looked_at'), text: null, words: null },
    path: pathOf('pile', idOf(decision)),
  })
}

function usePlated() {
  const { t } = useTranslation('walk')
  const pathOf = useRecordPath()
  return (decision: Decision): Reading => {
    const { body } = decision as Plated
    const words = {
      ...{ label: t('plate'), required: true, most: LONGEST_PLATE },
      body: (plate: string) => ({ ...body, plate: plate.trim().toUpperCase() }),
    }
    return {
      icon: 'parking',
      said: t(body.plate ? 'plate' : 'no_car'),
      text: body.plate ?? null,
      path: pathOf('berth', body.id),
      words: body.plate ? words : null,
    }
  }
}

function useSaid() {
  const { t } = useTranslation('walk')
  const words = useWords(berth)
  const pathOf = useRecordPath()
  return (decision: Decision): Reading => {
    const { body } = decision as Said
    return {
      icon: 'parking',
      said: words.choice('status', body.status),
      text: body.remark ?? null,
      path: pathOf('berth', body.id),
      words: { label: t('remark'), required: false, body: (remark) => ({ ...body, remark: remark.trim() || null }) },
    }
  }
}

/** What was said on a walk through a site. */
export const walkOutbox: readonly OutboxKind[] = [
  { about: 'look', useReading: useLooked },
  { about: 'plate', useReading: usePlated },
  { about: 'berth', useReading: useSaid },
]
