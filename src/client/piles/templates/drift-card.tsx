import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { templateDrift } from '../../../shared/endpoints/configuration-templates.ts'
import type { ConfigurationTemplate } from '../../../shared/entities/configuration-template.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { useCall } from '../../kit/api/queries.ts'
import { Ago } from '../../kit/i18n/ago.tsx'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useRecordPath } from '../../kit/session/homes.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Loaded, Skeleton } from '../../kit/ui/states.tsx'
import { useSettingWords } from '../configuration/use-setting-words.ts'
import css from './templates.module.css'

const PAGE = 20

type Row = Data<typeof templateDrift>['rows'][number]

function Pile({ row: { pile, site, read_at, differs } }: { row: Row }) {
  const { t } = useTranslation('configuration')
  const words = useSettingWords()
  const record = useRecordPath()
  const to = record('pile', pile.id)
  return (
    <li>
      <div>
        <b>{to ? <Link to={`${to}?tab=configuration`}>{pile.title}</Link> : pile.title}</b>{' '}
        <small>
          {site?.title}
          {read_at && (
            <>
              {' · '}
              {t('template.read')} <Ago at={read_at} />
            </>
          )}
        </small>
      </div>
      {differs.map(({ key, expected, told, state }) => (
        <div key={key} className={css.difference}>
          <span>{key}</span>
          <span>
            <b>{state === 'missing' ? t('template.missing') : words.value(key, told)}</b>
            <small>{t('template.instead_of', { value: words.value(key, expected) })}</small>
          </span>
        </div>
      ))}
    </li>
  )
}

/** The piles that differ from a template, each with what differs. */
export function DriftCard({ template: { id } }: { template: ConfigurationTemplate }) {
  const { t } = useTranslation('configuration')
  const format = useFormat()
  const [pages, setPages] = useState(1)
  const query = useCall(
    templateDrift,
    { id, page_num: 1, page_size: Math.min(50, pages * PAGE) },
    { entities: ['pile', 'configuration_template', 'campaign'], everyMs: 2_000 },
  )
  return (
    <Card title={t('template.piles')}>
      <Loaded query={query} skeleton={<Skeleton height={160} />}>
        {({ rows, total, summary: { same, unknown } }) => (
          <>
            <p className={css.counts}>
              {[
                t('template.differ', { count: total, n: format.number(total) }),
                t('template.same', { count: same }),
                unknown > 0 && t('template.not_read', { count: unknown }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <ul className={css.piles}>
              {rows.map((row) => (
                <Pile key={row.pile.id} row={row} />
              ))}
            </ul>
            {total > rows.length && rows.length < 50 && (
              <Button onClick={() => setPages(pages + 1)}>{t('template.show_more')}</Button>
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}
