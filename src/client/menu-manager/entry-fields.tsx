import { useId } from 'react'
import type { MenuEntry } from '../../shared/endpoints/menus.ts'
import { menu } from '../../shared/entities/menu.ts'
import { FieldInput } from '../kit/fields/field-input.tsx'
import { useHelp } from '../kit/i18n/use-help.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { Select } from '../kit/ui/select.tsx'
import { CallRows } from './call-rows.tsx'
import { askedOf, isFixed } from './entry.ts'
import { IconPicker } from './icon-picker.tsx'
import css from './menu-manager.module.css'
import type { EntryForm } from './use-entry-form.ts'

interface Props {
  form: EntryForm
  entry: MenuEntry | null
  /** The screens that an entry of the console itself can show. */
  screens: readonly { key: string; label: string }[]
  /** What it may stand under. */
  places: readonly { key: number; label: string }[]
}

const WHOLE = new Set(['icon', 'url', 'titles'])
const FLAGS = new Set(['hidden', 'hide_breadcrumb', 'affix', 'fullpage'])

function Control({ form, entry, screens, places, name, id }: Props & { name: string; id: string }) {
  const label = useWords(menu).label(name)
  const value = form.draft[name]
  const change = (next: unknown) => form.change(name, next)
  if (name === 'icon') return <IconPicker label={label} value={(value as string | null) ?? null} onChange={change} />
  if (name === 'component' && !isFixed(name, entry)) {
    const chosen = screens.find(({ key }) => key === value) ?? null
    return (
      <Select<string>
        id={id}
        label={label}
        options={[...screens]}
        value={chosen}
        clearable
        onChange={(option) => change(option?.key ?? null)}
        invalid={form.wrong[name] !== undefined}
      />
    )
  }
  if (name === 'parent_id') {
    return (
      <Select<number>
        id={id}
        label={label}
        options={[...places]}
        value={places.find(({ key }) => key === value) ?? null}
        clearable
        onChange={(option) => change(option?.key ?? null)}
        invalid={form.wrong[name] !== undefined}
      />
    )
  }
  return (
    <FieldInput
      entity={menu}
      name={name}
      id={id}
      value={value}
      onChange={change}
      invalid={form.wrong[name] !== undefined}
      describedBy={`${id}-told`}
      disabled={isFixed(name, entry)}
    />
  )
}

function Row(props: Props & { name: string }) {
  const { form, name } = props
  const id = useId()
  const words = useWords(menu)
  const help = useHelp(menu)
  const error = form.wrong[name]
  const look = [css.field, WHOLE.has(name) && css.whole, FLAGS.has(name) && css.flag]
  return (
    <div className={look.filter(Boolean).join(' ')} data-field={name}>
      <label htmlFor={id} className={css.label}>
        {words.label(name)}
      </label>
      <Control {...props} id={id} />
      <small id={`${id}-told`} className={error ? css.error : undefined} role={error ? 'alert' : undefined}>
        {error ?? help(name)}
      </small>
    </div>
  )
}

/** The fields of an entry's type, and the calls that it gives besides. */
export function EntryFields(props: Props) {
  const { form } = props
  return (
    <div className={css.grid}>
      {askedOf(form.draft).map((name) => (
        <Row key={name} {...props} name={name} />
      ))}
      <CallRows calls={form.draft.api_list} onChange={(calls) => form.change('api_list', calls)} wrong={form.wrong} />
    </div>
  )
}
