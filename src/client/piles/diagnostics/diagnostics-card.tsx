import { useTranslation } from 'react-i18next'
import type { DiagnosticsState } from '../../../shared/domain/diagnostics.ts'
import { diagnosticsFile, pileDiagnostics } from '../../../shared/endpoints/diagnostics.ts'
import { command } from '../../../shared/entities/command.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import type { Tone } from '../../../shared/kit/fields.ts'
import { doAndSay } from '../../kit/api/do-and-say.ts'
import { useCall } from '../../kit/api/queries.ts'
import { Ago } from '../../kit/i18n/ago.tsx'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useWords } from '../../kit/i18n/use-words.ts'
import { fetchAndSave } from '../../kit/sheets/save-file.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { Loaded, Skeleton } from '../../kit/ui/states.tsx'
import css from '../page/command-list.module.css'

type Row = Data<typeof pileDiagnostics>['rows'][number]

const TONES: Readonly<Record<DiagnosticsState, Tone>> = {
  asked: 'waiting',
  uploading: 'charging',
  uploaded: 'available',
  failed: 'faulted',
  nothing: 'offline',
}
const PATIENCE_MS = 120_000

const save = (id: number, upload_id: number) =>
  doAndSay(
    () => fetchAndSave({ ...diagnosticsFile, body: { id, upload_id }, signal: AbortSignal.timeout(PATIENCE_MS) }),
    { changes: ['command'] },
  )

function Upload({ pileId, row }: { pileId: number; row: Row }) {
  const { t } = useTranslation(['diagnostics', 'pile_page'])
  const format = useFormat()
  const { id, what, elsewhere, state, said, asked_at, asked_by, file, fetched } = row
  const kind = useWords(command).choice('what', what)
  return (
    <li className={css.command}>
      <div className="row between">
        <b>{file ? file.name : kind}</b>
        <Pill tone={TONES[state]}>{t(`state.${state}`)}</Pill>
      </div>
      <small>
        {file && `${kind} · ${format.number(file.size_bytes / 1024, 1)} KB · `}
        <Ago at={asked_at} />
        {` · ${t('asked', { name: asked_by ?? t('by_console') })}`}
        {fetched && ` · ${t('fetched', { name: fetched.name, at: format.full(fetched.at) })}`}
      </small>
      {said && (
        <p className={css.none}>
          {t('said', { word: t(`pile_page:command.progress.${said}`, { defaultValue: said }) })}
        </p>
      )}
      {elsewhere && <p className={css.none}>{t('elsewhere', { address: elsewhere })}</p>}
      {state === 'uploaded' && !file && !elsewhere && <p className={css.none}>{t('removed')}</p>}
      {file && (
        <div className="row">
          <Button size="small" icon="download" onClick={() => void save(pileId, id)}>
            {t('save')}
          </Button>
        </div>
      )}
    </li>
  )
}

/** What a pile was asked to upload of its diagnostics, and the files that came, live. */
export function DiagnosticsCard({ pileId }: { pileId: number }) {
  const { t } = useTranslation('diagnostics')
  const query = useCall(pileDiagnostics, { id: pileId }, { entities: ['command'] })
  return (
    <Card title={t('title')}>
      <Loaded query={query} skeleton={<Skeleton height={120} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className={css.none}>{t('none')}</p>
          ) : (
            <ul className={css.list}>
              {rows.map((row) => (
                <Upload key={row.id} pileId={pileId} row={row} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
