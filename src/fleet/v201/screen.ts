import type { Payload } from '../frame.ts'
import type { HeldMessage } from '../memory.ts'
import type { Pile } from '../pile.ts'
import type { Variable } from './variable.ts'

/** What a version's screens take. */
export interface ScreenWords {
  formats: readonly string[]
  priorities: readonly string[]
  states: readonly string[]
  /** Absent: a message has one text, in whatever language. Its own is the first. */
  languages?: readonly string[]
}

export const screen201: ScreenWords = {
  formats: ['ASCII', 'UTF8', 'URI'],
  priorities: ['AlwaysFront', 'InFront', 'NormalCycle'],
  states: ['Charging', 'Faulted', 'Idle', 'Unavailable'],
}

/** So many a pile has room for. */
export const MOST_MESSAGES = 10

/** What it holds now: those whose time or transaction is over it has taken away (O01.FR.07, O02.FR.02). */
export function heldMessages({ memory, clock }: Pile): HeldMessage[] {
  const runs = (id: string) => memory.transactions.some((run) => run.id === id && !run.stopped)
  const held = (memory.messages ?? []).filter(
    ({ message: { endDateTime, transactionId } }) =>
      (endDateTime === undefined || Date.parse(String(endDateTime)) > clock.now()) &&
      (transactionId === undefined || runs(String(transactionId))),
  )
  memory.messages = held
  return held
}

/** What the screen shows in a state: what is always in front alone, else all in turn, those in front first. */
export function shownMessages(pile: Pile, state: string): Payload[] {
  const now = pile.clock.now()
  const shown = heldMessages(pile)
    .map(({ message }) => message)
    .filter((one) => one.state === undefined || one.state === state)
    .filter((one) => one.startDateTime === undefined || Date.parse(String(one.startDateTime)) <= now)
  const of = (priority: string) => shown.filter((one) => one.priority === priority)
  const alone = of('AlwaysFront')
  return alone.length > 0 ? alone : [...of('InFront'), ...of('NormalCycle')]
}

/** How a pile's screen is set up (part 2, 2.14). */
export function screenVariables(pile: Pile, words: ScreenWords): Variable[] {
  const list = (variable: string, values: readonly string[]): Variable => ({
    ...{ component: 'DisplayMessageCtrlr', variable, type: 'MemberList', isConstant: true },
    values: values.join(','),
    read: () => values.join(','),
  })
  const { languages } = words
  return [
    { component: 'DisplayMessageCtrlr', variable: 'Available', type: 'boolean', read: () => 'true' },
    {
      ...{ component: 'DisplayMessageCtrlr', variable: 'DisplayMessages', type: 'integer' },
      max: Math.min(MOST_MESSAGES, pile.wrong.screenRoom),
      read: () => String(heldMessages(pile).length),
    },
    list('SupportedFormats', words.formats),
    list('SupportedPriorities', words.priorities),
    ...(languages
      ? [
          list('SupportedStates', words.states),
          {
            ...{ component: 'DisplayMessageCtrlr', variable: 'Language', type: 'OptionList' as const },
            values: languages.join(','),
            read: () => languages[0] ?? '',
          },
        ]
      : []),
  ]
}
