import { useTranslation } from 'react-i18next'
import { customerData } from '../../shared/commands/customer-data.ts'
import { permissionTo } from '../../shared/commands/declare.ts'
import { customerReport } from '../../shared/endpoints/customer-report.ts'
import type { Command } from '../../shared/entities/command.ts'
import { useCall } from '../kit/api/queries.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Banner, Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './customer-report.module.css'

/** Whether a command asked a pile for what it keeps of a customer: what it told is for those who may ask. */
export const asksForCustomer = ({ action }: Pick<Command, 'action'>): boolean => action === customerData.name
export const SEES_REPORTS = permissionTo(customerData)

/** What a pile told of a customer at a command. */
export function CustomerReport({ command }: { command: Command }) {
  const { t } = useTranslation('piles')
  const format = useFormat()
  const { id: command_id, pile_id: id } = command
  const query = useCall(customerReport, { id, command_id }, { entities: ['command'], only: { command: [command_id] } })
  return (
    <Loaded query={query} skeleton={<Skeleton height={80} />}>
      {({ report }) =>
        report === null ? (
          <p>{t(command.status === 'done' ? 'customer_report.gone' : 'customer_report.none')}</p>
        ) : (
          <>
            {!report.is_whole && <Banner tone="waiting">{t('customer_report.missing')}</Banner>}
            {report.is_cut && <Banner tone="waiting">{t('customer_report.cut')}</Banner>}
            {report.text.trim() ? <pre className={css.told}>{report.text}</pre> : <p>{t('customer_report.empty')}</p>}
            <small>{t('customer_report.told_at', { at: format.full(report.told_at) })}</small>
          </>
        )
      }
    </Loaded>
  )
}
