import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Command, command as commandEntity } from '../../../shared/entities/command.ts'
import { StatusPill } from '../../kit/fields/status-pill.tsx'
import { useEndlessRecords } from '../../kit/fields/use-records.ts'
import { Ago } from '../../kit/i18n/ago.tsx'
import { personAtom } from '../../kit/session/session.ts'
import { useAtomValue } from '../../kit/session/store.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Checkbox } from '../../kit/ui/input.tsx'
import { distinctCalls } from './distinct-calls.ts'
import { parsePayload } from './payload.ts'
import css from './raw-call.module.css'

interface Props {
  pileId: number
  onTakeUp: (action: string, payload: Record<string, unknown>) => void
}

const LOOKED_AT = 50

/** Earlier calls of this pile, to be taken up again; each once, however often it was sent. As many pages back as one asks for. */
export function CallHistory({ pileId, onTakeUp }: Props) {
  const { t } = useTranslation('pile_call')
  const person = useAtomValue(personAtom)
  const [mine, setMine] = useState(true)
  const asked = { pile_id: [pileId], page_num: 1, page_size: LOOKED_AT }
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useEndlessRecords(commandEntity, asked)
  const rows = (data?.pages ?? []).flatMap((page) => page.rows as unknown as Command[])
  const name = person?.user.name ?? person?.user.userName
  const calls = distinctCalls(rows, mine ? (name ?? null) : null)
  return (
    <details className={css.history}>
      <summary>{t('history')}</summary>
      <Checkbox label={t('mine')} checked={mine} onChange={(event) => setMine(event.target.checked)} />
      {calls.length === 0 && <p className={css.quiet}>{t('no_history')}</p>}
      <ul>
        {calls.map(({ id, call, payload, status, created_at, asked_by }) => (
          <li key={id}>
            <span className="grow">
              <b>{call}</b> <code>{payload.length > 80 ? `${payload.slice(0, 80)}…` : payload}</code>
              <small>
                <Ago at={created_at} />
                {asked_by && ` · ${asked_by}`}
              </small>
            </span>
            <StatusPill entity={commandEntity} value={status} />
            <Button
              size="small"
              label={t('take_up_call', { call })}
              onClick={() => onTakeUp(call, parsePayload(payload).value ?? {})}
            >
              {t('take_up')}
            </Button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('earlier')}
        </Button>
      )}
    </details>
  )
}
