import { ownAccount } from '../../shared/endpoints/user-centre.ts'
import { useCall } from '../kit/api/queries.ts'
import { Face } from '../kit/upload/face.tsx'

/** The picture of whoever is signed in. */
export function OwnFace(props: { name: string; className: string }) {
  const { data } = useCall(ownAccount, {}, { entities: ['user'], everyMs: 60_000, offline: true, beside: true })
  return <Face {...props} picture={data?.avatar ?? null} />
}
