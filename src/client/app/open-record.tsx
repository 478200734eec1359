import { Navigate, useParams } from 'react-router-dom'
import { useHomes } from '../kit/session/homes.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { landingAtom } from './menu/use-menu.ts'

/** An address that holds for everybody, as a notification has one: it leads to where this person's menu has the record, or its list. */
export function OpenRecord() {
  const { entity = '', id } = useParams()
  const home = useHomes()[entity]
  const landing = useAtomValue(landingAtom)
  return <Navigate to={home ? [home, id].filter(Boolean).join('/') : landing} replace />
}
