import { initialsOf } from '../i18n/initials.ts'
import { FileImage } from './file-image.tsx'
import css from './person-picture.module.css'

interface Props {
  name: string
  picture: string | null
  /** A small round one when absent. */
  className?: string
}

/** A person's picture, or the beginnings of their name. It says nothing that does not stand beside it. */
export const PersonPicture = ({ name, picture, className = css.round ?? '' }: Props) => (
  <span className={`${css.face} ${className}`} aria-hidden="true">
    {picture ? <FileImage key={picture} fileKey={picture} alt="" small /> : initialsOf(name)}
  </span>
)
