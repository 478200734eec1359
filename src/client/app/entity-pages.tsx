import { Suspense } from 'react'
import { Outlet, type RouteObject, useParams } from 'react-router-dom'
import { lazy } from '../kit/ui/lazy.ts'
import { OwnAddress } from '../kit/ui/navigation-blocker.ts'
import type { EntityFormProps } from './entity-forms.tsx'
import { PageSkeleton } from './shell/page-skeleton.tsx'
import { useExtras } from './use-extras.ts'

const PlainList = lazy(() => import('./plain-list.tsx').then((module) => ({ default: module.PlainList })))
const PlainPage = lazy(() => import('./plain-page.tsx').then((module) => ({ default: module.PlainPage })))
const MissingPage = lazy(() => import('./missing-page.tsx').then((module) => ({ default: module.MissingPage })))
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
      {added.List ? <added.List /> : <PlainList name={name} />}
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
      {added.Page ? <added.Page id={id} /> : <PlainPage name={name} id={id} />}
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
      // What one list has open or selected is never the next one's.
      element: <List key={name} {...shared} />,
      children: [
        { path: `${path}/create`, element: <Create {...shared} /> },
        { path: `${path}/edit/:id`, element: <Edit {...shared} over="list" /> },
      ],
    },
    {
      path: `${path}/:id`,
      element: <Record_ key={name} {...shared} />,
      children: [{ path: `${path}/:id/edit`, element: <Edit {...shared} over="record" /> }],
    },
  ]
}
