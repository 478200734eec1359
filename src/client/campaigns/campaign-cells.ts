import { useTranslation } from 'react-i18next'
import type { Campaign } from '../../shared/entities/campaign.ts'
import { command } from '../../shared/entities/command.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useWide } from '../kit/ui/use-wide.ts'

type Shown = Campaign | AnyRow

/** What a campaign asks for in the command's own word, and until when: a moment to come is no time ago. */
export function useCampaignCells() {
  const { t } = useTranslation('campaigns')
  const format = useFormat()
  const words = useWords(command)
  const wide = useWide()
  return {
    action: (row: Shown) => words.choice('action', String(row.action)),
    until: (row: Shown) => {
      if (row.ended_at) return EMPTY
      const at = format.moment(String(row.until))
      // A card has no heading above it.
      return wide ? at : t('tried_until', { at })
    },
  }
}
