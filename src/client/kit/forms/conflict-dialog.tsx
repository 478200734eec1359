import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Entity, editable } from '../../../shared/kit/entity.ts'
import { type AnyRow, textOf, useSaying } from '../fields/cell.tsx'
import { changedIn, type Draft, draftOf } from '../fields/draft.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import css from './form.module.css'
import type { Conflict, EntityFormState } from './use-entity-form.ts'

type Side = 'theirs' | 'mine'

interface Props {
  entity: Entity
  form: EntityFormState
  conflict: Conflict
}

/** Shows what somebody else changed meanwhile, and lets the person choose field by field. */
export function ConflictDialog({ entity, form, conflict: { current } }: Props) {
  const { t } = useTranslation('common')
  const saying = useSaying(entity)
  const group = useId()
  const theirs = draftOf(entity, current)
  const open = (name: string) => {
    const field = entity.fields[name]
    return field !== undefined && editable(field, false)
  }
  const names = changedIn(form.start, theirs).filter(open)
  const [sides, setSides] = useState<Record<string, Side>>(() =>
    Object.fromEntries(names.map((name) => [name, form.changed.includes(name) ? 'mine' : 'theirs'])),
  )
  const say = (name: string, row: AnyRow) => {
    const field = entity.fields[name]
    return field ? textOf(name, field, row, saying) : ''
  }
  function save() {
    const values: Draft = { ...theirs }
    for (const name of form.changed) if (open(name) && sides[name] !== 'theirs') values[name] = form.draft[name]
    form.resolve(values, current)
  }
  const choice = (name: string, side: Side, row: AnyRow) => (
    <label>
      <input
        type="radio"
        name={`${group}-${name}`}
        checked={sides[name] === side}
        onChange={() => setSides({ ...sides, [name]: side })}
      />
      {say(name, row)}
    </label>
  )
  const mine = { ...current, ...form.draft } as AnyRow
  const foot = (
    <>
      <Button onClick={form.leaveConflict}>{t('action.cancel')}</Button>
      <Button look="primary" onClick={save}>
        {t('action.save')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('form.conflict_title')} onClose={form.leaveConflict} foot={foot}>
      <p>{t('form.conflict_text')}</p>
      <table className={css.conflict}>
        <thead>
          <tr>
            <th scope="col">{t('form.conflict_field')}</th>
            <th scope="col">{t('form.conflict_theirs')}</th>
            <th scope="col">{t('form.conflict_yours')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <td>{saying.words.label(name)}</td>
              <td>{choice(name, 'theirs', current)}</td>
              <td>{choice(name, 'mine', mine)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
