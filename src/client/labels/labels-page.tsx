import { useTranslation } from 'react-i18next'
import { MOST_LABELS } from '../../shared/endpoints/labels.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Page } from '../kit/ui/page.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import { LabelOptionsCard } from './label-options.tsx'
import { LabelSheets } from './label-sheets.tsx'
import { LabelSource } from './label-source.tsx'
import css from './labels.module.css'
import { Sheet } from './sheet.tsx'
import { type Labels, useLabels } from './use-labels.ts'

/** Which part of many labels shows; a browser prints some hundreds at once. */
function Parts({ labels: { body, turn }, total }: { labels: Labels; total: number }) {
  const { t } = useTranslation(['labels', 'piles'])
  const format = useFormat()
  const page = body?.page_num ?? 1
  const last = Math.ceil(total / MOST_LABELS)
  if (last <= 1) return null
  const [from, to] = [(page - 1) * MOST_LABELS + 1, Math.min(page * MOST_LABELS, total)]
  return (
    <div className="row">
      <Button icon="left" label={t('before')} disabled={page <= 1} onClick={() => turn(page - 1)} />
      <span>{t('part', { from: format.number(from), to: format.number(to), total: format.number(total) })}</span>
      <Button icon="right" label={t('after')} disabled={page >= last} onClick={() => turn(page + 1)} />
    </div>
  )
}

function Preview({ labels }: { labels: Labels }) {
  const { t } = useTranslation(['labels', 'piles'])
  const { body, query, sheets, options } = labels
  if (!body) return <Empty icon="print" text={t('none_chosen')} />
  return (
    <Loaded query={query} skeleton={<Skeleton height={420} />}>
      {({ total }) =>
        total === 0 ? (
          <Empty icon="print" text={t('none')} />
        ) : (
          <>
            <div className="row between">
              <Parts labels={labels} total={total} />
              <small>{t('first_of', { count: sheets.length })}</small>
            </div>
            <div className={css.paper}>{sheets[0] && <Sheet places={sheets[0]} options={options} />}</div>
          </>
        )
      }
    </Loaded>
  )
}

/** Prints piles' labels: a grid on A4, with codes that the console's scanner reads. */
export function LabelsPage() {
  const { t } = useTranslation(['labels', 'piles'])
  const labels = useLabels()
  const count = labels.labels.length
  const print: Action = {
    key: 'print',
    label: count > 0 ? t('print', { count }) : t('piles:print_labels'),
    icon: 'print',
    primary: true,
    disabled: count === 0 || labels.wrongAddress,
    onPress: () => window.print(),
  }
  return (
    <Page title={t('title')} caption={t('caption')} back="/me" actions={[print]}>
      <div className={css.columns}>
        <div className={css.side}>
          <LabelSource labels={labels} />
          <LabelOptionsCard labels={labels} />
        </div>
        <div className={css.main}>
          <Preview labels={labels} />
        </div>
      </div>
      {count > 0 && <LabelSheets sheets={labels.sheets} options={labels.options} />}
    </Page>
  )
}
