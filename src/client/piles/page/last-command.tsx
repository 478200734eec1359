import { type Command, command as commandEntity } from '../../../shared/entities/command.ts'
import { StatusPill } from '../../kit/fields/status-pill.tsx'
import { useRecords } from '../../kit/fields/use-records.ts'
import { Ago } from '../../kit/i18n/ago.tsx'
import { useNow } from '../../kit/i18n/use-now.ts'
import { useWords } from '../../kit/i18n/use-words.ts'
import { useMay } from '../../kit/session/can.tsx'
import css from './connector-card.module.css'

/** What was asked longer ago is history: it is among the commands. */
const RECENT_MS = 10 * 60_000
const LOOKED_AT = 10

/** The last command to a connector and what has become of it so far. */
export function LastCommand({ pileId, connectorNumber }: { pileId: number; connectorNumber: number }) {
  const words = useWords(commandEntity)
  const may = useMay()
  const now = useNow()
  const { data } = useRecords(
    commandEntity,
    { pile_id: [pileId], page_num: 1, page_size: LOOKED_AT },
    {},
    may('command.list'),
  )
  const rows = (data?.rows ?? []) as unknown as Command[]
  const last = rows.find(({ connector_number }) => connector_number === connectorNumber)
  if (!last || now - Date.parse(last.created_at) > RECENT_MS) return null
  return (
    <p className={css.command} role="status">
      <span className="grow">
        {words.choice('action', last.action)}{' '}
        <small>
          <Ago at={last.created_at} />
        </small>
      </span>
      <StatusPill entity={commandEntity} value={last.status} />
    </p>
  )
}
