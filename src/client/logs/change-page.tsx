import { useTranslation } from 'react-i18next'
import { entities } from '../../shared/entities/index.ts'
import type { Entity } from '../../shared/kit/entity.ts'
import { type AnyRow, Cell } from '../kit/fields/cell.tsx'
import { EMPTY } from '../kit/i18n/format.ts'
import { useActionWord } from '../kit/i18n/use-action-word.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useRecord } from '../kit/records/page/use-record.ts'
import { useHome } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import { Fact, Facts } from '../kit/ui/facts.tsx'
import { Page } from '../kit/ui/page.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import type { Change } from './change.ts'
import { Differences } from './differences.tsx'
import { RecordLink } from './record-link.tsx'

const log: Entity = entities.audit_entry

function Facts_({ change }: { change: Change }) {
  const { t } = useTranslation('logs')
  const words = useWords(log)
  const format = useFormat()
  const facts = [
    ['entity', <Cell key="entity" entity={log} name="entity" row={change as unknown as AnyRow} />],
    ['user_name', change.user?.title ?? change.user_name ?? EMPTY],
    ['created_at', format.full(change.created_at)],
    ['address', change.address ?? EMPTY],
  ] as const
  return (
    <Card title={t('who')}>
      <Facts two>
        <Fact label={t('record')}>
          <RecordLink change={change} />
        </Fact>
        {facts.map(([name, value]) => (
          <Fact key={name} label={words.label(name)}>
            {value}
          </Fact>
        ))}
        <Fact label={t('browser')}>{change.browser ?? change.agent ?? EMPTY}</Fact>
      </Facts>
    </Card>
  )
}

/** One change: who, when, from where, and what differs. */
export function ChangePage({ id }: { id: number }) {
  const { t } = useTranslation('common')
  const actionWord = useActionWord()
  const words = useWords(log)
  const home = useHome(log.name) ?? '/'
  const query = useRecord(log, id)
  const row = query.data as unknown as Change | null | undefined
  return (
    <Page
      title={row ? [actionWord(row.action), row.record_title].filter(Boolean).join(' · ') : words.title}
      {...(!query.isLoadingError && { caption: words.title })}
      back={home}
      {...(row && { badge: <Cell entity={log} name="kind" row={row as unknown as AnyRow} /> })}
    >
      <Loaded query={query} skeleton={<Skeleton height={260} />}>
        {() =>
          row ? (
            <>
              <Facts_ change={row} />
              <Differences change={row} />
            </>
          ) : (
            <Empty icon="search" text={t('record.gone')} />
          )
        }
      </Loaded>
    </Page>
  )
}
