import { ownAccount } from '../../shared/endpoints/own-account.ts'
import { useCall } from '../kit/api/queries.ts'
import { PersonPicture } from '../kit/upload/person-picture.tsx'

/** The picture of anyone who is signed in. */
export function OwnPicture(props: { name: string; className: string }) {
  const { data } = useCall(ownAccount, {}, { entities: ['user'], everyMs: 60_000, offline: true, beside: true })
  return <PersonPicture {...props} picture={data?.avatar ?? null} />
}
