import { useTranslation } from 'react-i18next'
import { type Command, command as commandEntity } from '../../shared/entities/command.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { useWords } from '../kit/i18n/use-words.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { useMay } from '../kit/session/can.tsx'
import { Card } from '../kit/ui/card.tsx'
import { asksForCustomer, CustomerReport, SEES_REPORTS } from './customer-report.tsx'

const shown = (row: AnyRow) => row as unknown as Command

/** A command, with what the pile told of a customer where it asked for that. */
export function CommandPage({ id }: { id: number }) {
  const { t } = useTranslation('piles')
  const words = useWords(commandEntity)
  const may = useMay()
  return (
    <EntityPage
      entity={commandEntity}
      id={id}
      title={(row) => words.choice('action', shown(row).action)}
      panels={(row) =>
        asksForCustomer(shown(row)) &&
        may(SEES_REPORTS) && (
          <Card title={t('customer_report.title')}>
            <CustomerReport command={shown(row)} />
          </Card>
        )
      }
    />
  )
}
