import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { editBatch } from '../../shared/endpoints/batches.ts'
import { type BatchTask, batchTask } from '../../shared/entities/batch-task.ts'
import { type Titled, titleOf } from '../../shared/kit/entity.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { type Draft, problemsOfChange } from '../kit/fields/draft.ts'
import { FieldInput } from '../kit/fields/field-input.tsx'
import { useWords } from '../kit/i18n/use-words.ts'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import css from './batches.module.css'

const FIELDS = ['site_id', 'pile_type_id', 'merchant_id', 'quantity'] as const

/** Says anew what a batch makes, as long as nothing of it is made. */
export function EditDialog({ task, onClose }: { task: BatchTask; onClose: () => void }) {
  const { t } = useTranslation(['batches', 'common', 'errors'])
  const words = useWords(batchTask)
  const row = task as unknown as AnyRow
  const [draft, setDraft] = useState<Draft>(() => Object.fromEntries(FIELDS.map((name) => [name, row[name]])))
  const [tried, setTried] = useState(false)
  const saving = useDecision(editBatch, { changes: ['batch_task'], done: t('edit.done'), onDone: onClose })
  const problems = problemsOfChange(batchTask, draft)
  function save() {
    setTried(true)
    if (Object.keys(problems).length === 0) saving.send({ id: task.id, version: task.version, ...draft })
  }
  function wrongOf(name: string) {
    const problem = tried ? problems[name] : undefined
    return problem ? t(`errors:${problem.key}`, { ...problem.figures }) : saving.wrongOf(name)
  }
  return (
    <DecisionDialog
      title={t('edit.title', { number: task.number })}
      action={t('common:action.save')}
      busy={saving.busy}
      error={saving.elsewhere}
      onDecide={save}
      onClose={onClose}
    >
      <div className={css.text}>
        {FIELDS.map((name) => (
          <Labelled key={name} label={words.label(name)} required={name !== 'merchant_id'} error={wrongOf(name)}>
            {({ id, invalid, 'aria-describedby': describedBy }) => (
              <FieldInput
                {...{ id, name, invalid, describedBy }}
                entity={batchTask}
                title={(row[titleOf(name)] as Titled | null)?.title ?? ''}
                value={draft[name]}
                disabled={false}
                onChange={(value) => setDraft({ ...draft, [name]: value })}
              />
            )}
          </Labelled>
        ))}
      </div>
    </DecisionDialog>
  )
}
