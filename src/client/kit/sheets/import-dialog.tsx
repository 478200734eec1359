import { useTranslation } from 'react-i18next'
import type { Entity } from '../../../shared/kit/entity.ts'
import { pressedFor } from '../api/parts.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useWords } from '../i18n/use-words.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Banner } from '../ui/states.tsx'
import { toast } from '../ui/toast.ts'
import css from './import.module.css'
import { ImportChoose } from './import-choose.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { type ImportState, useImport } from './use-import.ts'

function UnderWay({ sent }: { sent: number }) {
  const { t } = useTranslation('sheets')
  const format = useFormat()
  const told = sent < 100 ? t('uploading', { percent: format.number(sent) }) : t('checking')
  return (
    <div className={css.underWay} role="status">
      <progress aria-label={told} max={100} {...(sent < 100 && { value: sent })} />
      <p>{told}</p>
    </div>
  )
}

interface FootProps {
  entity: Entity
  state: ImportState
  onKeep: () => void
  onRestart: () => void
}

function Foot({ entity, state, onKeep, onRestart }: FootProps) {
  const { t } = useTranslation('sheets')
  const words = useWords(entity)
  const { outcome, keeping } = state
  const problems = outcome?.problems ?? []
  const save = async () => {
    const part = await pressedFor(t('save_problems'), () => import('./save-problems.ts'))
    const headings = ['line', 'column', 'value', 'reason'].map((key) => t(key))
    part?.saveProblems(t('problems_file', { many: words.many }), headings, problems)
  }
  return (
    <>
      <Button onClick={onRestart} disabled={keeping}>
        {t('another_file')}
      </Button>
      {problems.length > 0 && (
        <Button icon="download" onClick={() => void save()}>
          {t('save_problems')}
        </Button>
      )}
      {outcome && problems.length === 0 && (
        <Button look="primary" busy={keeping} onClick={onKeep}>
          {t('import_rows', { count: outcome.rows })}
        </Button>
      )}
    </>
  )
}

/** From a file to records: chosen, looked at row by row, confirmed, kept all together or not at all. */
export function ImportDialog({ entity, onClose }: { entity: Entity; onClose: () => void }) {
  const { t } = useTranslation('sheets')
  const words = useWords(entity)
  const { state, check, keep, restart } = useImport(entity, (count) => {
    toast(t('imported', { count }), { tone: 'success' })
    onClose()
  })
  const { file, sent, outcome, failure } = state
  return (
    <Dialog
      title={t('common:sheets.import', { many: words.many })}
      // What is being kept is not left half seen.
      onClose={() => !state.keeping && onClose()}
      {...(file && { note: file.name })}
      {...(file &&
        sent === null && {
          foot: <Foot entity={entity} state={state} onKeep={() => void keep()} onRestart={restart} />,
        })}
    >
      <div className={css.stack}>
        {failure && (
          <Banner tone="faulted" icon="warning">
            <span role="alert">{failure}</span>
          </Banner>
        )}
        {!file && <ImportChoose entity={entity} onFile={(chosen) => void check(chosen)} />}
        {sent !== null && <UnderWay sent={sent} />}
        {outcome && <ImportOutcome outcome={outcome} />}
      </div>
    </Dialog>
  )
}
