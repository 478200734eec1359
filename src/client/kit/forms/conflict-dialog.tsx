import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Entity, editable } from '../../../shared/kit/entity.ts'
import type { AnyRow } from '../fields/cell.tsx'
import { changedIn, type Draft, draftOf } from '../fields/draft.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useWords } from '../i18n/use-words.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import css from './conflict.module.css'
import { ConflictValue } from './conflict-value.tsx'
import type { Conflict, EntityFormState } from './use-entity-form.ts'

type Side = 'theirs' | 'mine'
type Sides = Readonly<Record<string, Side>>

interface Props {
  entity: Entity
  form: EntityFormState
  conflict: Conflict
}

/** What others changed of what may be changed here, and which side of each is chosen: one's own where both did. */
function useSides({ entity, form, conflict: { current } }: Props) {
  const theirs = draftOf(entity, current)
  const open = (name: string) => {
    const field = entity.fields[name]
    return field !== undefined && field.kind !== 'secret' && editable(field, false)
  }
  const names = changedIn(form.start, theirs).filter((name) => open(name) && !isSame(theirs[name], form.draft[name]))
  const all = (side: Side): Sides => Object.fromEntries(names.map((name) => [name, side]))
  const [sides, setSides] = useState<Sides>(() =>
    Object.fromEntries(names.map((name) => [name, form.changed.includes(name) ? 'mine' : 'theirs'])),
  )
  /** The record as it is now, with what was chosen of mine; what nobody else touched is mine in any case. */
  function chosen(): Draft {
    const values: Draft = { ...theirs }
    for (const name of form.changed) if (!names.includes(name)) values[name] = form.draft[name]
    for (const name of names) if (sides[name] === 'mine') values[name] = form.draft[name]
    return values
  }
  return { theirs, names, sides, setSides, all, chosen }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

interface FieldProps {
  entity: Entity
  name: string
  /** I changed it as well: otherwise mine is what it was when I opened it. */
  both: boolean
  values: Readonly<Record<Side, unknown>>
  current: AnyRow
  side: Side | undefined
  onChoose: (side: Side) => void
}

function ConflictField({ entity, name, both, values, current, side, onChoose }: FieldProps) {
  const { t } = useTranslation('common')
  const words = useWords(entity)
  const group = useId()
  const field = entity.fields[name]
  if (!field) return null
  const label = { theirs: t('form.conflict_theirs'), mine: t(both ? 'form.conflict_yours' : 'form.conflict_before') }
  return (
    <fieldset className={css.field}>
      <legend>
        {words.label(name)} {both && <small className={css.both}>{t('form.conflict_both')}</small>}
      </legend>
      <div className={css.sides}>
        {(['theirs', 'mine'] as const).map((one) => (
          <label key={one} className={css.side}>
            <input type="radio" name={group} checked={side === one} onChange={() => onChoose(one)} />
            <small className={css.name}>{label[one]}</small>{' '}
            <span>
              <ConflictValue entity={entity} name={name} field={field} value={values[one]} current={current} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Who changed it and when, as far as the server says. */
function Who({ conflict: { current, by, at } }: { conflict: Conflict }) {
  const { t } = useTranslation('common')
  const format = useFormat()
  const when = format.full(at ?? current.updated_at)
  return <p className={css.who}>{by ? t('form.conflict_by', { by, at: when }) : t('form.conflict_at', { at: when })}</p>
}

/** Shows what another person changed meanwhile, and lets the person choose field by field. Nothing is overwritten unseen. */
export function ConflictDialog(props: Props) {
  const { entity, form, conflict } = props
  const { t } = useTranslation('common')
  const { theirs, names, sides, setSides, all, chosen } = useSides(props)
  const foot = (
    <>
      <Button onClick={form.leaveConflict}>{t('action.cancel')}</Button>
      <Button look="primary" onClick={() => form.resolve(chosen(), conflict.current)}>
        {t('form.conflict_save')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('form.conflict_title')} onClose={form.leaveConflict} foot={foot}>
      <Who conflict={conflict} />
      <p>{t(names.length > 0 ? 'form.conflict_text' : 'form.conflict_elsewhere')}</p>
      {names.length > 1 && (
        <div className={css.quick}>
          <Button onClick={() => setSides(all('theirs'))}>{t('form.conflict_all_theirs')}</Button>
          <Button onClick={() => setSides(all('mine'))}>{t('form.conflict_all_yours')}</Button>
        </div>
      )}
      {names.map((name) => (
        <ConflictField
          key={name}
          entity={entity}
          name={name}
          both={form.changed.includes(name)}
          values={{ theirs: theirs[name], mine: form.draft[name] }}
          current={conflict.current}
          side={sides[name]}
          onChoose={(side) => setSides({ ...sides, [name]: side })}
        />
      ))}
    </Dialog>
  )
}
