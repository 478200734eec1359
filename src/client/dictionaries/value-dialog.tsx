import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type DictionaryLeaf,
  type DictionaryRow,
  dictionaryAdd,
  dictionaryUpdate,
} from '../../shared/endpoints/dictionaries.ts'
import { TONES, type Tone } from '../../shared/kit/fields.ts'
import { useDecision } from '../kit/api/use-decision.ts'
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
  label_en: string
  label_zh: string
  tone: Tone | null
}

const draftOf = (row: DictionaryRow | null): Draft => ({
  value: '',
  label_en: row?.set.label_en ?? '',
  label_zh: row?.set.label_zh ?? '',
  tone: row?.set.tone ?? null,
})

/** What a value is called in each language, and in which hue a state shows. */
export function ValueDialog({ dictionary, row, onClose }: Props) {
  const { t } = useTranslation('dictionaries')
  const [draft, setDraft] = useState(() => draftOf(row))
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  const { send, busy, elsewhere, wrongOf } = useSaving({ dictionary, row, draft, onClose })
  const own = row === null || row.own
  const label = (name: 'label_en' | 'label_zh', standing: string | undefined) => (
    <Labelled label={t(name)} required={own} error={wrongOf(name)} hint={own ? undefined : t('empty_is_own')}>
      {(control) => (
        <Input
          {...control}
          maxLength={200}
          value={draft[name]}
          placeholder={own ? '' : standing}
          onChange={(event) => change({ [name]: event.target.value })}
        />
      )}
    </Labelled>
  )
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
        {label('label_en', row?.labels.en)}
        {label('label_zh', row?.labels['zh-CN'])}
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
  const { label_en, label_zh, value, tone } = draft
  const told = { changes: ['dictionary'], done: t('saved'), onDone: onClose }
  const adding = useDecision(dictionaryAdd, told)
  const updating = useDecision(dictionaryUpdate, told)
  const own = row === null || row.own
  const missing = own ? (['label_en', 'label_zh'] as const).filter((label) => !draft[label].trim()) : []
  const by = row ? updating : adding
  const send = () =>
    row
      ? updating.send({ name, value: row.value, label_en, label_zh, ...(toned && { tone }) }, missing)
      : adding.send({ name, label_en, label_zh, ...(value.trim() && { value: value.trim() }) }, missing)
  return { send, busy: by.busy, elsewhere: by.elsewhere, wrongOf: (field: string) => by.wrongOf(field, missing) }
}
