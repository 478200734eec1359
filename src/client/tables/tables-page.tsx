import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tableList } from '../../shared/endpoints/shell.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { useCall } from '../kit/api/queries.ts'
import { entityNamed } from '../kit/fields/entity-named.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Page } from '../kit/ui/page.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { ArrangeDialog } from './arrange-dialog.tsx'
import css from './tables.module.css'

type Listed = Data<typeof tableList>[number]

function Row({ list, onArrange }: { list: Listed; onArrange: () => void }) {
  const { t } = useTranslation('tables')
  const words = useWords(entityNamed(list.name))
  const shown = (list.for_all ?? list.columns).filter(({ hidden }) => !hidden)
  return (
    <li className={css.row}>
      <div className="grow">
        <div className="row">
          <b>{words.heading}</b>
          {list.for_all && <Pill tone="charging">{t('set')}</Pill>}
        </div>
        <small>{shown.map(({ prop }) => words.label(prop)).join(' · ')}</small>
      </div>
      <Button icon="columns" label={t('arrange_list', { list: words.many })} onClick={onArrange}>
        {t('arrange')}
      </Button>
    </li>
  )
}

/** The columns that each list has for everybody who arranged none of their own. */
export function TablesPage() {
  const { t } = useTranslation('tables')
  const [arranged, setArranged] = useState<string | null>(null)
  const query = useCall(tableList, {}, { entities: [] })
  const open = query.data?.find(({ name }) => name === arranged)
  return (
    <Page title={t('title')} caption={t('caption')} back="/me">
      <Loaded query={query} skeleton={<Skeleton height={420} />}>
        {(lists) => (
          <Card flush>
            <ul className={css.list}>
              {lists.map((list) => (
                <Row key={list.name} list={list} onArrange={() => setArranged(list.name)} />
              ))}
            </ul>
          </Card>
        )}
      </Loaded>
      {open && (
        <Suspense fallback={null}>
          <ArrangeDialog entity={entityNamed(open.name)} forAll={open.for_all} onClose={() => setArranged(null)} />
        </Suspense>
      )}
    </Page>
  )
}
