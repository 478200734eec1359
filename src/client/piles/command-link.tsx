import type { PileCommand } from '../../shared/commands/declare.ts'
import { canGoNow } from '../kit/api/now-only.ts'
import { ButtonLink } from '../kit/ui/button.tsx'
import { isIcon } from '../kit/ui/more-icon.tsx'
import { useCommandWords } from './commands.ts'

interface Props {
  /** The pile's page. */
  path: string
  command: PileCommand
  short?: boolean
}

/** Leads to a command's form on the page of its pile. */
export function CommandLink({ path, command, short }: Props) {
  const words = useCommandWords(command)
  return (
    <ButtonLink
      {...(isIcon(command.icon) && { icon: command.icon })}
      to={`${path}?do=${command.name}`}
      onClick={(event) => canGoNow() || event.preventDefault()}
    >
      {short ? words.short : words.name}
    </ButtonLink>
  )
}
