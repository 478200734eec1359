import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { type PileCommand, permissionTo } from '../../../shared/commands/declare.ts'
import { everyOffered } from '../../../shared/commands/index.ts'
import { search } from '../../../shared/endpoints/shell.ts'
import { entities } from '../../../shared/entities/index.ts'
import { type Entity, permissionOf } from '../../../shared/kit/entity.ts'
import { MORE_ENTITIES } from '../../../shared/kit/more-entities.ts'
import { useCall } from '../../kit/api/queries.ts'
import { useMay } from '../../kit/session/can.tsx'
import { useHomes, useRecordPath } from '../../kit/session/homes.ts'
import { isIcon } from '../../kit/ui/more-icon.tsx'
import type { Found } from './found.ts'
import { holds, restBehind, type Said } from './said.ts'
import { useSpelled } from './use-spelled.ts'

const MOST_NEW = 4
/** More than one command may begin alike. */
const MOST_COMMANDS = 2

/** What people call a command: its word in their language, and its name. */
function useCommandWord() {
  const { t } = useTranslation(['entities', MORE_ENTITIES])
  return ({ name }: Pick<PileCommand, 'name'>) => t(`entities:command.choices.action.${name}`)
}

interface Meant {
  command: PileCommand
  word: string
  /** What was typed beside the command: a pile. */
  rest: string
  /** The part of the word that is said as what was typed. */
  said: string | null
}

/** The commands that this person may give and that what is typed begins with, or ends with. */
function useMeant(typed: string): Meant[] {
  const may = useMay()
  const wordOf = useCommandWord()
  const mine = everyOffered.filter((command) => !command.elsewhere && may(permissionTo(command)))
  const { spelled, said: saidIn } = useSpelled(mine.map(wordOf))
  const meant = mine.flatMap((command): Meant[] => {
    const word = wordOf(command)
    const said: Said = { words: [word, command.name.replaceAll('_', ' ')], spelled: spelled(word) }
    const rest = typed ? restBehind(said, typed) : null
    return rest === null ? [] : [{ command, word, rest, said: saidIn(word, typed) }]
  })
  return meant.slice(0, MOST_COMMANDS)
}

/** What can be done, as far as it is said what with: a command with each pile that is found, and new records. */
export function useActions(keyword: string, complete: (keyword: string) => void) {
  const meant = useMeant(keyword)
  const rest = useDeferredValue(meant.find((one) => one.rest !== '')?.rest ?? '')
  const piles = useCall(
    search,
    { keyword: rest, only: 'pile' },
    { entities: [], enabled: rest !== '', keepLast: rest !== '' },
  )
  const recordPath = useRecordPath()
  const { t } = useTranslation('search')
  const commands = meant.flatMap(({ command, word, rest: with_, said: wordSaid }): Found[] => {
    const icon = isIcon(command.icon) ? command.icon : 'wrench'
    if (with_ === '')
      return [
        {
          key: `do ${command.name}`,
          ...{ icon, title: word, detail: t('which_pile'), kind: '', said: wordSaid },
          onPress: () => complete(`${word} `),
        },
      ]
    return (piles.data?.records ?? []).flatMap(({ id, title, detail, said }) => {
      const path = recordPath('pile', id)
      const to = `${path}?do=${command.name}`
      return path
        ? [
            {
              key: `do ${command.name} ${id}`,
              icon,
              title: `${word} · ${title}`,
              detail,
              kind: '',
              to,
              typed: rest,
              said,
            },
          ]
        : []
    })
  })
  return { commands, isPending: rest !== '' && piles.isPending, isMeant: meant.some((one) => one.rest !== '') }
}

/** New records of the kinds that this person may add. */
export function useNew(keyword: string): Found[] {
  const { t } = useTranslation(['common', 'entities'])
  const may = useMay()
  const homes = useHomes()
  const mine = Object.values(entities as Record<string, Entity>).filter(
    (entity) => entity.calls.create && homes[entity.name] && may(permissionOf(entity, 'create')),
  )
  const titleOf = ({ name }: Entity) => t('common:form.create_title', { one: t(`entities:${name}.one`) })
  const { spelled, said } = useSpelled(mine.map(titleOf))
  if (!keyword) return []
  return mine
    .filter((entity) => {
      const title = titleOf(entity)
      return holds({ words: [title, `new ${entity.name.replaceAll('_', ' ')}`], spelled: spelled(title) }, keyword)
    })
    .slice(0, MOST_NEW)
    .map((entity) => ({
      key: `new ${entity.name}`,
      ...{ icon: 'plus' as const, title: titleOf(entity), detail: '', kind: '', said: said(titleOf(entity), keyword) },
      to: `${homes[entity.name]}/create`,
      state: { thenOpen: true },
    }))
}
