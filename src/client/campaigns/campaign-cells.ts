import type { Campaign } from '../../shared/entities/campaign.ts'
import { command } from '../../shared/entities/command.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'

type Shown = Campaign | AnyRow

/** What a campaign asks for in the command's own word, and until when: a moment to come is no time ago. */
export function useCampaignCells() {
  const format = useFormat()
  const words = useWords(command)
  return {
    action: (row: Shown) => words.choice('action', String(row.action)),
    until: (row: Shown) => format.full(String(row.until)),
  }
}
