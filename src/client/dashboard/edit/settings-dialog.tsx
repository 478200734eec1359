import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formOf } from '../../../shared/widgets/declare.ts'
import { type WidgetKey, widgetOf } from '../../../shared/widgets/index.ts'
import type { WidgetSettings } from '../../../shared/widgets/layout.ts'
import { type Draft, emptyDraft, problemsOfDraft } from '../../kit/fields/draft.ts'
import { FieldInput } from '../../kit/fields/field-input.tsx'
import { useWords } from '../../kit/i18n/use-words.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { EnterForm } from '../../kit/ui/enter-form.tsx'
import { Labelled } from '../../kit/ui/labelled.tsx'

interface Props {
  widget: WidgetKey
  /** Null of a new one. */
  settings: WidgetSettings | null
  /** What the server said of its fields. */
  said?: Readonly<Record<string, string>> | undefined
  onSet: (settings: WidgetSettings) => void
  onClose: () => void
}

/** What a widget shows, as far as a person chooses it. */
export function SettingsDialog({ widget, settings, said = {}, onSet, onClose }: Props) {
  const { t } = useTranslation(['dashboard', 'common', 'errors'])
  const entity = formOf(widgetOf(widget))
  const words = useWords(entity)
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft(entity), ...settings })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>(said)
  function take() {
    const problems = Object.entries(problemsOfDraft(entity, draft))
    setErrors(
      Object.fromEntries(problems.map(([name, { key, figures }]) => [name, t(`errors:${key}`, { ...figures })])),
    )
    if (problems.length === 0) onSet(draft)
  }
  const foot = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      <Button look="primary" onClick={take}>
        {t(settings ? 'edit.set' : 'edit.add')}
      </Button>
    </>
  )
  return (
    <Dialog small title={t(`widgets.${widget}`)} onClose={onClose} foot={foot}>
      <EnterForm onEnter={take}>
        {Object.entries(entity.fields).map(([name, field]) => (
          <Labelled
            key={name}
            label={words.label(name)}
            required={!field.optional && field.initial === undefined}
            error={errors[name]}
          >
            {({ id, invalid, 'aria-describedby': describedBy }) => (
              <FieldInput
                {...{ entity, name, id, invalid, describedBy }}
                value={draft[name]}
                onChange={(value) => setDraft((all) => ({ ...all, [name]: value }))}
                disabled={false}
              />
            )}
          </Labelled>
        ))}
      </EnterForm>
    </Dialog>
  )
}
