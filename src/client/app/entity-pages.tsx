import { Suspense } from 'react'
import { Outlet, type RouteObject, useParams } from 'react-router-dom'
import { entityNamed } from '../kit/fields/reference.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { lazy } from '../kit/ui/lazy.ts'
import { OwnAddress } from '../kit/ui/navigation-blocker.ts'
import type { EntityFormProps } from './entity-forms.tsx'
import { MissingPage } from './missing-page.tsx'
import { PageSkeleton } from './shell/page-skeleton.tsx'
import { useExtras } from './use-extras.ts'

const EntityPage = lazy(() =>
  import('../kit/records/page/entity-page.tsx').then((module) => ({ default: module.EntityPage })),
)
const Create = lazy(() => import('./entity-forms.tsx').then((module) => ({ default: module.Create })))
const Edit = lazy(() => import('./entity-forms.tsx').then((module) => ({ default: module.Edit })))

/** The form whose address is below the list's or the record's. */
const FormOver = () => (
  <OwnAddress value={true}>
    <Suspense fallback={null}>
      <Outlet />
    </Suspense>
  </OwnAddress>
)

function List({ name }: EntityFormProps) {
  const added = useExtras(name)
  if (!added) return <PageSkeleton />
  return (
    <>
      {added.List ? <added.List /> : <EntityList entity={entityNamed(name)} />}
      <FormOver />
    </>
  )
}

function Record_({ name }: EntityFormProps) {
  const added = useExtras(name)
  const id = Number(useParams().id)
  if (!Number.isInteger(id)) return <MissingPage />
  if (!added) return <PageSkeleton />
  return (
    <>
      {added.Page ? <added.Page id={id} /> : <EntityPage entity={entityNamed(name)} id={id} />}
      <FormOver />
    </>
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
