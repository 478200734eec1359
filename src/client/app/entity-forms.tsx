import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { type Entity, editable } from '../../shared/kit/entity.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import type { Draft } from '../kit/fields/draft.ts'
import { entityNamed } from '../kit/fields/entity-named.ts'
import { EntityForm } from '../kit/forms/entity-form.tsx'
import { useWords } from '../kit/i18n/use-words.ts'
import { readList } from '../kit/records/address.ts'
import type { EntityExtras } from '../kit/records/extras.ts'
import { useRecord } from '../kit/records/page/use-record.ts'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Empty, ErrorBox } from '../kit/ui/states.tsx'
import { useExtras } from './use-extras.ts'

/** An entity by name, and the path of its list. */
export interface EntityFormProps {
  name: string
  path: string
}

/** Over the page that it was opened from, and back to it. */
function useClose(to: string) {
  const navigate = useNavigate()
  const { search, key } = useLocation()
  return () => (key === 'default' ? navigate(to + search, { replace: true }) : navigate(-1))
}

/** Who adds a record from elsewhere (the link's state says `thenOpen`) is led to it, not back to where they came from. */
function useCloseNew(path: string) {
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const close = useClose(path)
  const saved = useRef<number>(undefined)
  const opens = typeof state === 'object' && state !== null && 'thenOpen' in state
  return {
    onSaved: ({ id }: { id: number }) => {
      saved.current = id
    },
    onClose: () => (opens && saved.current ? navigate(`${path}/${saved.current}`, { replace: true }) : close()),
  }
}

/** What a link's state says of a new record: a number that was scanned. */
const initialIn = (state: unknown): Draft =>
  typeof state === 'object' && state !== null && 'initial' in state ? (state.initial as Draft) : {}

/** A new record is of the kind that the list was narrowed to. */
function initialFrom(entity: Entity, params: URLSearchParams): Draft {
  const single = Object.entries(readList(entity, params).filters).flatMap(([name, value]) => {
    const field = entity.fields[name]
    return field && editable(field, true) && Array.isArray(value) && value.length === 1 ? [[name, value[0]]] : []
  })
  return Object.fromEntries(single)
}

interface NoRecordProps {
  query: ReturnType<typeof useRecord>
  one: string
  onClose: () => void
}

/** What was to be edited is gone, or could not be read. */
function NoRecord({ query, one, onClose }: NoRecordProps) {
  const { t } = useTranslation('common')
  return (
    <Dialog small title={one} onClose={onClose}>
      {query.isError ? (
        <ErrorBox error={query.error} onRetry={query.refetch} />
      ) : (
        <Empty icon="search" text={t('record.gone')} />
      )}
    </Dialog>
  )
}

/** What a feature adds to the form alone. */
const formPartsOf = ({ List: _, Page: __, Create: ___, ...parts }: EntityExtras) => parts

export function Create({ name, path }: EntityFormProps) {
  const added = useExtras(name)
  const { onSaved, onClose } = useCloseNew(path)
  const [params] = useSearchParams()
  const { state } = useLocation()
  const entity = entityNamed(name)
  if (!added) return null
  if (added.Create) return <added.Create onClose={onClose} />
  if (!entity.calls.create) return <Navigate to={path} replace />
  return (
    <EntityForm
      entity={entity}
      row={null}
      initial={{ ...initialFrom(entity, params), ...initialIn(state) }}
      onSaved={onSaved}
      onClose={onClose}
      {...formPartsOf(added)}
    />
  )
}

/** The record as it was first read: what is typed stays when it may no longer be read, or is gone meanwhile. */
function useFirst(id: number, data: AnyRow | null | undefined): AnyRow | null {
  const first = useRef<AnyRow>(undefined)
  if (first.current?.id !== id) first.current = data ?? undefined
  return first.current ?? null
}

export function Edit({ name, path, over }: EntityFormProps & { over: 'list' | 'record' }) {
  const added = useExtras(name)
  const id = Number(useParams().id)
  const entity = entityNamed(name)
  const words = useWords(entity)
  const query = useRecord(entity, id)
  const row = useFirst(id, query.data)
  const close = useClose(over === 'list' ? path : `${path}/${id}`)
  if (!row && (query.isError || query.data === null)) return <NoRecord query={query} one={words.one} onClose={close} />
  if (!entity.calls.update) return <Navigate to={path} replace />
  if (!added || !row) return null
  return <EntityForm key={id} entity={entity} row={row} onClose={close} {...formPartsOf(added)} />
}
