import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Command, command as commandEntity } from '../../../shared/entities/command.ts'
import { StatusPill } from '../../kit/fields/status-pill.tsx'
import { useRecords } from '../../kit/fields/use-records.ts'
import { Ago } from '../../kit/i18n/ago.tsx'
import { useWords } from '../../kit/i18n/use-words.ts'
import { useMay } from '../../kit/session/can.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Loaded, Skeleton } from '../../kit/ui/states.tsx'
import { asksForCustomer, CustomerReport, SEES_REPORTS } from '../customer-report.tsx'
import css from './command-list.module.css'

const SHOWN = 20

/** JSON as people read it; what is no JSON as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Asked of the server when it is opened: it is personal. */
function ToldOfCustomer({ command }: { command: Command }) {
  const { t } = useTranslation('piles')
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('customer_report.title')}</summary>
      {open && <CustomerReport command={command} />}
    </details>
  )
}

function Sent({ command }: { command: Command }) {
  const { t } = useTranslation(['pile_page', 'piles'])
  const words = useWords(commandEntity)
  const may = useMay()
  const { action, call, connector_number, asked_by, progress } = command
  const where = connector_number ? t('piles:gun', { number: connector_number }) : t('piles:command.whole_pile')
  return (
    <li className={css.command}>
      <div className="row between">
        <b>{words.choice('action', action)}</b>
        <StatusPill entity={commandEntity} value={command.status} />
      </div>
      {progress && <p>{t(`command.progress.${progress}`, { defaultValue: progress })}</p>}
      <small>
        {where} · <Ago at={command.created_at} />
        {asked_by && ` · ${t('command.asked_by', { name: asked_by })}`}
      </small>
      <details>
        <summary>{t('command.show')}</summary>
        {call && <small>{call}</small>}
        <pre>{pretty(command.payload)}</pre>
        {command.answer && <pre>{pretty(command.answer)}</pre>}
      </details>
      {asksForCustomer(command) && may(SEES_REPORTS) && <ToldOfCustomer command={command} />}
    </li>
  )
}

/** The last commands to a pile, each with what became of it, live. */
export function CommandList({ pileId }: { pileId: number }) {
  const { t } = useTranslation(['pile_page', 'piles'])
  const query = useRecords(commandEntity, { pile_id: [pileId], page_num: 1, page_size: SHOWN })
  return (
    <Card title={t('command.recent')}>
      <Loaded query={query} skeleton={<Skeleton height={120} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className={css.none}>{t('command.none')}</p>
          ) : (
            <ul className={css.list}>
              {(rows as unknown as Command[]).map((command) => (
                <Sent key={command.id} command={command} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
