import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type DictionaryLeaf,
  type DictionaryRow,
  dictionaryAdd,
  dictionaryUpdate,
} from '../../shared/endpoints/dictionaries.ts'
import { TONES, type Tone } from '../../shared/kit/fields.ts'
import { spoken, type Translations } from '../../shared/kit/languages.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { EachLanguage, withText } from '../kit/fields/each-language.tsx'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Input } from '../kit/ui/input.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import css from './dictionaries.module.css'

interface Props {
  dictionary: DictionaryLeaf
  /** Null for a new one. */
  row: DictionaryRow | null
  onClose: () => void
}

interface Draft {
  value: string
  labels: Translations | null
  tone: Tone | null
}

const draftOf = (row: DictionaryRow | null): Draft => ({
  value: '',
  labels: row?.set.labels ?? null,
  tone: row?.set.tone ?? null,
})

/** What a value is called in each language, and in which hue a state shows. */
export function ValueDialog({ dictionary, row, onClose }: Props) {
  const { t } = useTranslation('dictionaries')
  const [draft, setDraft] = useState(() => draftOf(row))
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  const { send, busy, elsewhere, wrongOf } = useSaving({ dictionary, row, draft, onClose })
  const own = row === null || row.own
  return (
    <DecisionDialog
      title={row ? t('edit_title', { label: row.label }) : t('add_title', { dictionary: dictionary.label })}
      action={t('save')}
      busy={busy}
      error={elsewhere}
      onDecide={send}
      onClose={onClose}
    >
      <div className={css.form}>
        <Labelled
          label={t('labels')}
          required={own}
          error={wrongOf('labels')}
          hint={own ? undefined : t('empty_is_own')}
        >
          {(control) => (
            <EachLanguage id={control.id} texts={draft.labels}>
              {(language, id) => (
                <Input
                  {...control}
                  id={id}
                  maxLength={200}
                  value={draft.labels?.[language] ?? ''}
                  placeholder={(own ? spoken(draft.labels, language) : row?.labels[language]) ?? ''}
                  onChange={(event) => change({ labels: withText(draft.labels, language, event.target.value) })}
                />
              )}
            </EachLanguage>
          )}
        </Labelled>
        {row === null && (
          <Labelled label={t('value')} hint={t('value_hint')} error={wrongOf('value')}>
            {(control) => (
              <Input
                {...control}
                maxLength={40}
                value={draft.value}
                onChange={(event) => change({ value: event.target.value })}
              />
            )}
          </Labelled>
        )}
        {dictionary.toned && <Tones value={draft.tone} onChange={(tone) => change({ tone })} />}
      </div>
    </DecisionDialog>
  )
}

function Tones({ value, onChange }: { value: Tone | null; onChange: (tone: Tone | null) => void }) {
  const { t } = useTranslation('dictionaries')
  const options = [null, ...TONES]
  return (
    <fieldset className={css.tones}>
      <legend>{t('tone')}</legend>
      {options.map((tone) => (
        <label key={tone ?? 'own'}>
          <input type="radio" name="tone" checked={value === tone} onChange={() => onChange(tone)} />
          {tone ? <Pill tone={tone}>{t(`tones.${tone}`)}</Pill> : t('tones.own')}
        </label>
      ))}
    </fieldset>
  )
}

interface Saving extends Props {
  draft: Draft
}

function useSaving({ dictionary: { id: name, toned }, row, draft, onClose }: Saving) {
  const { t } = useTranslation('dictionaries')
  const { value, tone } = draft
  const labels = draft.labels ?? {}
  const told = { changes: ['dictionary'], done: t('saved'), onDone: onClose }
  const adding = useDecision(dictionaryAdd, told)
  const updating = useDecision(dictionaryUpdate, told)
  const own = row === null || row.own
  const missing = own && !draft.labels ? ['labels'] : []
  const by = row ? updating : adding
  const send = () =>
    row
      ? updating.send({ name, value: row.value, labels, ...(toned && { tone }) }, missing)
      : adding.send({ name, labels, ...(value.trim() && { value: value.trim() }) }, missing)
  return { send, busy: by.busy, elsewhere: by.elsewhere, wrongOf: (field: string) => by.wrongOf(field, missing) }
}
