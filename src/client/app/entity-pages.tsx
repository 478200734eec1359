import { useQuery } from '@tanstack/react-query'
import { Outlet, type RouteObject, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { type Entity, editable } from '../../shared/kit/entity.ts'
import type { Draft } from '../kit/fields/draft.ts'
import { entityNamed } from '../kit/fields/reference.ts'
import { EntityForm } from '../kit/forms/entity-form.tsx'
import { readList } from '../kit/records/address.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { EntityPage, useRecord } from '../kit/records/entity-page.tsx'
import type { EntityExtras } from '../kit/records/extras.ts'
import { MissingPage } from './missing-page.tsx'
import { extras } from './screens.ts'
import { PageSkeleton } from './shell/page-skeleton.tsx'

/** What a feature adds to this entity; its code comes with the entity's first screen. */
function useExtras(name: string): EntityExtras | undefined {
  const load = extras[name]
  const query = useQuery({
    queryKey: ['extras', name],
    queryFn: () => load?.() ?? {},
    initialData: load ? undefined : {},
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: true,
  })
  return query.data
}

interface Props {
  name: string
  path: string
}

function List({ name }: Props) {
  const added = useExtras(name)
  if (!added) return <PageSkeleton />
  return (
    <>
      {added.List ? <added.List /> : <EntityList entity={entityNamed(name)} />}
      <Outlet />
    </>
  )
}

function Record_({ name }: Props) {
  const added = useExtras(name)
  const id = Number(useParams().id)
  if (!Number.isInteger(id)) return <MissingPage />
  if (!added) return <PageSkeleton />
  return (
    <>
      {added.Page ? <added.Page id={id} /> : <EntityPage entity={entityNamed(name)} id={id} />}
      <Outlet />
    </>
  )
}

/** Over the page that it was opened from, and back to it. */
function useClose(to: string) {
  const navigate = useNavigate()
  const { search, key } = useLocation()
  return () => (key === 'default' ? navigate(to + search, { replace: true }) : navigate(-1))
}

/** A new record is of the kind that the list was narrowed to. */
function initialFrom(entity: Entity, params: URLSearchParams): Draft {
  const single = Object.entries(readList(entity, params).filters).flatMap(([name, value]) => {
    const field = entity.fields[name]
    return field && editable(field, true) && Array.isArray(value) && value.length === 1 ? [[name, value[0]]] : []
  })
  return Object.fromEntries(single)
}

function Create({ name, path }: Props) {
  const added = useExtras(name)
  const close = useClose(path)
  const [params] = useSearchParams()
  const entity = entityNamed(name)
  if (!added) return null
  return (
    <EntityForm
      entity={entity}
      row={null}
      initial={initialFrom(entity, params)}
      onClose={close}
      {...(added.preview && { preview: added.preview })}
      {...(added.beside && { beside: added.beside })}
    />
  )
}

function Edit({ name, path, over }: Props & { over: 'list' | 'record' }) {
  const added = useExtras(name)
  const id = Number(useParams().id)
  const entity = entityNamed(name)
  const query = useRecord(entity, id)
  const close = useClose(over === 'list' ? path : `${path}/${id}`)
  if (!added || !query.data) return null
  return (
    <EntityForm
      key={id}
      entity={entity}
      row={query.data}
      onClose={close}
      {...(added.preview && { preview: added.preview })}
      {...(added.beside && { beside: added.beside })}
    />
  )
}

/** The kit's screens of an entity: its list, a record's page, and the form over both. */
export function entityPages(name: string, path: string): RouteObject[] {
  const shared = { name, path }
  return [
    {
      path,
      element: <List {...shared} />,
      children: [
        { path: `${path}/create`, element: <Create {...shared} /> },
        { path: `${path}/edit/:id`, element: <Edit {...shared} over="list" /> },
      ],
    },
    {
      path: `${path}/:id`,
      element: <Record_ {...shared} />,
      children: [{ path: `${path}/:id/edit`, element: <Edit {...shared} over="record" /> }],
    },
  ]
}
