import { ownAccount } from '../../shared/endpoints/user-centre.ts'
import { useCall } from '../kit/api/queries.ts'
import { initialsOf } from '../kit/i18n/initials.ts'
import { FileImage } from '../kit/upload/file-image.tsx'
import css from './face.module.css'

interface Props {
  name: string
  picture: string | null
  className: string
}

/** A person's picture, or the beginnings of their name. It says nothing that does not stand beside it. */
export const Face = ({ name, picture, className }: Props) => (
  <span className={`${css.face} ${className}`}>
    {picture ? <FileImage key={picture} fileKey={picture} alt="" small /> : initialsOf(name)}
  </span>
)

/** That of whoever is signed in. */
export function OwnFace(props: Omit<Props, 'picture'>) {
  const { data } = useCall(ownAccount, {}, { entities: ['user'], everyMs: 60_000, offline: true })
  return <Face {...props} picture={data?.avatar ?? null} />
}
