import { useTranslation } from 'react-i18next'
import { workOrderPeople } from '../../shared/endpoints/work-orders.ts'
import { workOrder } from '../../shared/entities/work-order.ts'
import { useCall } from '../kit/api/queries.ts'
import { FieldInput } from '../kit/fields/field-input.tsx'
import { useWords } from '../kit/i18n/use-words.ts'
import { personAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Select } from '../kit/ui/select.tsx'

export type WorkField = 'pile_id' | 'work' | 'kind' | 'assignee_id' | 'due_on' | 'found' | 'did' | 'parts' | 'minutes'
/** What there is to do, and what came of it. */
export const PLAN: readonly WorkField[] = ['work', 'kind', 'assignee_id', 'due_on']
export const REPORT: readonly WorkField[] = ['found', 'did', 'parts', 'minutes']
/** `site_id`: where a round is, which has no pile. */
export type WorkDraft = { readonly [F in WorkField | 'site_id']?: unknown }

interface AssigneeProps {
  place: { pile_id: number } | { site_id: number }
  value: unknown
  onChange: (id: number | null) => void
}

/** Whose it is: one of those who may do it there. Without a network they are those of the last look, or nobody can be chosen. */
function Assignee({ place, value, onChange }: AssigneeProps) {
  const { t } = useTranslation('work_orders')
  const label = useWords(workOrder).label('assignee_id')
  const query = useCall(workOrderPeople, place, { entities: [], offline: true, beside: true })
  const me = useAtomValue(personAtom)?.user.userId
  const people = query.data?.people ?? []
  // Of a place that this device does not know it is still known that one's own work is one's own.
  const isUnlisted = value === me && me !== undefined && !people.some(({ id }) => id === me)
  const options = [
    ...(isUnlisted ? [{ key: me, label: t('you') }] : []),
    ...people.map(({ id, name, own }) => ({ key: id, label: own ? t('you') : name })),
    { key: 0, label: t('nobody') },
  ]
  const chosen = options.find(({ key }) => key === (value ?? 0)) ?? null
  return (
    <Labelled label={label}>
      {({ id }) => (
        <Select id={id} label={label} options={options} value={chosen} onChange={(one) => onChange(one?.key || null)} />
      )}
    </Labelled>
  )
}

interface Props {
  names: readonly WorkField[]
  draft: WorkDraft
  /** What is wrong with each. */
  errors?: Readonly<Partial<Record<WorkField, string>>>
  onChange: (change: WorkDraft) => void
}

const NEEDED: ReadonlySet<WorkField> = new Set(['pile_id', 'work', 'kind'])

/** The inputs of what people say of a work order. */
export function WorkFields({ names, draft, errors = {}, onChange }: Props) {
  const words = useWords(workOrder)
  return names.map((name) => {
    if (name === 'assignee_id') {
      const [pile_id, site_id] = [Number(draft.pile_id), Number(draft.site_id)]
      if (!pile_id && !site_id) return null
      return (
        <Assignee
          key={name}
          place={pile_id ? { pile_id } : { site_id }}
          value={draft.assignee_id}
          onChange={(assignee_id) => onChange({ assignee_id })}
        />
      )
    }
    return (
      <Labelled key={name} label={words.label(name)} required={NEEDED.has(name)} error={errors[name]}>
        {({ id, invalid, 'aria-describedby': describedBy }) => (
          <FieldInput
            entity={workOrder}
            name={name}
            value={draft[name] ?? null}
            onChange={(value) => onChange({ [name]: value })}
            id={id}
            invalid={invalid}
            describedBy={describedBy}
            disabled={false}
            finds
          />
        )}
      </Labelled>
    )
  })
}
