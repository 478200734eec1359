import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { beginningOf, type FormField, type FormNode } from '../../../shared/domain/call-form.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Input } from '../../kit/ui/input.tsx'
import { Labelled } from '../../kit/ui/labelled.tsx'
import { Select } from '../../kit/ui/select.tsx'
import { Segments } from '../../kit/ui/tabs.tsx'
import css from './raw-call.module.css'

type Value = Record<string, unknown>

interface Shared {
  /** What is wrong, by its place. */
  wrong: Readonly<Record<string, string>>
}

interface NodeProps extends Shared {
  node: FormNode
  path: string
  label: string
  required: boolean
  value: unknown
  /** Undefined: it is not sent. */
  onChange: (value: unknown) => void
}

const FLAGS = ['true', 'false'] as const

/** A figure as it is typed; what is none yet stays as it was typed, and is wrong. */
const figureOf = (typed: string) => {
  if (typed.trim() === '') return undefined
  const figure = Number(typed)
  return Number.isFinite(figure) ? figure : typed
}

/** Of what may be anything, parts are shown as JSON. */
const textOf = (value: unknown) =>
  value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

interface OneProps extends Pick<NodeProps, 'node' | 'value' | 'label' | 'required' | 'onChange'> {
  control: { id: string; invalid: boolean; 'aria-describedby': string | undefined }
}

/** One value, by its kind. */
function One({ node, value, label, required, onChange, control }: OneProps) {
  const { t } = useTranslation('pile_call')
  if (node.kind === 'choice') {
    const options = node.values.map((key) => ({ key, label: key }))
    return (
      <Select<string>
        id={control.id}
        invalid={control.invalid}
        label={label}
        options={options}
        clearable={!required}
        placeholder={t(required ? 'choose' : 'not_sent')}
        value={options.find(({ key }) => key === value) ?? null}
        onChange={(option) => onChange(option?.key)}
      />
    )
  }
  if (node.kind === 'flag')
    return (
      <Segments
        label={label}
        options={FLAGS.map((key) => ({ key, label: key }))}
        value={value === undefined ? null : value ? 'true' : 'false'}
        onChange={(flag) => onChange(flag === 'true')}
      />
    )
  const isFigure = node.kind === 'figure'
  const hint = node.kind === 'text' && node.moment ? '2026-11-23T18:00:00Z' : required ? '' : t('not_sent')
  return (
    <Input
      {...control}
      inputMode={isFigure ? 'decimal' : 'text'}
      placeholder={hint}
      spellCheck={false}
      value={textOf(value)}
      onChange={(event) => {
        const typed = event.target.value
        if (isFigure) onChange(figureOf(typed))
        else onChange(typed === '' && !required ? undefined : typed)
      }}
    />
  )
}

/** Several of the same; each can be taken out again. */
function Several({ node, path, label, value, onChange, wrong }: NodeProps & { node: FormNode & { kind: 'list' } }) {
  const { t } = useTranslation('pile_call')
  const items = Array.isArray(value) ? (value as unknown[]) : []
  return (
    <>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is known by its place alone
        <div key={at} className={css.entry}>
          <CallNode
            {...{ node: node.item, wrong, value: item }}
            path={`${path}/${at}`}
            label={`${label} ${at + 1}`}
            required
            onChange={(next) => onChange(items.with(at, next))}
          />
          <Button
            look="quiet"
            icon="trash"
            label={t('drop', { name: `${label} ${at + 1}` })}
            onClick={() => onChange(items.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button icon="plus" onClick={() => onChange([...items, beginningOf(node.item) ?? ''])}>
        {t('add', { name: label })}
      </Button>
    </>
  )
}

/** A part of a call: one value, several, or parts of its own. */
function CallNode(props: NodeProps) {
  const { t } = useTranslation('pile_call')
  const { node, path, label, required, value, onChange, wrong } = props
  if (node.kind === 'object' || node.kind === 'list') {
    const isThere = value !== undefined
    return (
      <fieldset className={css.part}>
        <legend>
          {label}
          {required ? ' *' : ''}
        </legend>
        {!isThere && (
          <Button icon="plus" onClick={() => onChange(beginningOf(node))}>
            {t('add', { name: label })}
          </Button>
        )}
        {isThere && node.kind === 'object' && (
          <CallFields node={node} path={path} value={value as Value} wrong={wrong} onChange={onChange} />
        )}
        {isThere && node.kind === 'list' && <Several {...props} node={node} />}
        {wrong[path] && (
          <small className={css.wrong} role="alert">
            {wrong[path]}
          </small>
        )}
        {isThere && !required && (
          <Button look="link" onClick={() => onChange(undefined)}>
            {t('leave_out', { name: label })}
          </Button>
        )}
      </fieldset>
    )
  }
  return (
    <Labelled label={<span className={css.name}>{label}</span>} required={required} error={wrong[path]}>
      {(control) => <One {...{ node, value, label, required, onChange, control }} />}
    </Labelled>
  )
}

interface FieldsProps extends Shared {
  node: FormNode & { kind: 'object' }
  path?: string
  value: Value
  onChange: (value: Value) => void
}

const isPart = ({ node }: FormField) => node.kind === 'object' || node.kind === 'list'

/** What a call takes, by the protocol's schema: what is needed first, then what may be left out. */
export function CallFields({ node, path = '', value, onChange, wrong }: FieldsProps) {
  const { t } = useTranslation('pile_call')
  const id = useId()
  if (node.fields.length === 0) return <p className={css.quiet}>{t('nothing_needed')}</p>
  return (
    <div className={css.fields}>
      {node.fields.map((field) => (
        <div
          key={field.name}
          className={isPart(field) ? css.whole : undefined}
          data-path={`${path}/${field.name}`}
          id={`${id}${field.name}`}
        >
          <CallNode
            {...{ node: field.node, required: field.required, label: field.name, wrong }}
            path={`${path}/${field.name}`}
            value={value[field.name]}
            onChange={(next) => {
              const { [field.name]: _, ...others } = value
              onChange(next === undefined ? others : { ...value, [field.name]: next })
            }}
          />
        </div>
      ))}
    </div>
  )
}
