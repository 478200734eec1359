import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { isOneOf, type PileCommand } from '../../shared/commands/declare.ts'
import type { OfferedName } from '../../shared/commands/index.ts'
import { saidIn } from '../../shared/domain/command-answer.ts'
import { bulkCommands, formOf, pileCommands } from '../../shared/endpoints/pile-commands.ts'
import { pileView } from '../../shared/endpoints/piles.ts'
import { type Command, command as commandEntity } from '../../shared/entities/command.ts'
import type { Data, Endpoint } from '../../shared/kit/endpoint.ts'
import { call } from '../kit/api/call.ts'
import { callKey } from '../kit/api/call-key.ts'
import { asFailure } from '../kit/api/failure.ts'
import { canGoNow } from '../kit/api/now-only.ts'
import { invalidate, queryClient } from '../kit/api/queries.ts'
import { type Draft, problemsOfDraft } from '../kit/fields/draft.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { confirm } from '../kit/ui/confirm.tsx'
import { type ToastAction, toast } from '../kit/ui/toast.ts'
import { useChargesEnded } from './use-charges-ended.ts'

/** A command's words, found by convention beside those of the commands' list. */
export function useCommandWords(command: PileCommand) {
  const { t, i18n } = useTranslation('entities')
  const words = useWords(commandEntity)
  const { name, buttons } = command
  const fullName = words.choice('action', name)
  return {
    name: fullName,
    /** One word, where there is little room. */
    short: i18n.exists(`entities:command.short.${name}`) ? t(`command.short.${name}`) : fullName,
    button: (value: string | null) => (value === null || buttons === null ? fullName : words.choice(buttons, value)),
    ask(value: string | null, figures: Record<string, number | string | undefined>) {
      const key = ['command', 'ask', name, ...(value === null ? [] : [value])].join('.')
      return { title: t(`${key}.title`, figures), text: t(`${key}.text`, figures) }
    },
  }
}

/** The values of a command's buttons; null is its only one. */
export const buttonsOf = ({ buttons, fields }: PileCommand): readonly (string | null)[] =>
  (buttons !== null && fields[buttons]?.choices) || [null]

/** The fields that a person fills in before a button is pressed. */
export const asksFor = ({ buttons, fields }: PileCommand): string[] =>
  Object.keys(fields).filter((name) => name !== buttons)

type Outcome = { text: string; tone: 'success' | 'error'; action?: ToastAction }
export interface Given {
  taken: boolean
  /** What is wrong, by field. */
  errors: Readonly<Record<string, string>>
}

/** What a question says. */
interface Told {
  [figure: string]: number | string | undefined
  number: number
  /** The charges that it may end. */
  ends?: string
}

/** Gives a command: what is filled in is checked, what hurts is asked about, what became of it is said. */
function useGiving(command: PileCommand) {
  const { t } = useTranslation(['piles', 'errors'])
  const words = useCommandWords(command)
  return async (said: Draft, { ends, ...figures }: Told, send: () => Promise<Outcome>): Promise<Given> => {
    if (!canGoNow()) return { taken: false, errors: {} }
    const problems = Object.entries(problemsOfDraft(formOf(command), said))
    if (problems.length > 0) {
      const told = problems.map(([name, { key, figures }]) => [name, t(`errors:${key}`, { ...figures })])
      return { taken: false, errors: Object.fromEntries(told) }
    }
    const button = command.buttons === null ? null : String(said[command.buttons])
    if (isOneOf(command.confirm, button)) {
      const { title, text } = words.ask(button, figures)
      const told = ends && isOneOf(command.ends_charges, button) ? `${text} ${ends}` : text
      if (!(await confirm({ title, text: told, yes: words.button(button), danger: true })))
        return { taken: false, errors: {} }
    }
    try {
      const { text, ...how } = await send()
      toast(text, how)
      return { taken: true, errors: {} }
    } catch (error) {
      const { message, fields } = asFailure(error)
      if (Object.keys(fields).every((name) => !(name in command.fields))) toast(message, { tone: 'error' })
      return { taken: false, errors: fields }
    } finally {
      void invalidate('command')
    }
  }
}

/** Gives a command to a pile and says how it took it; what becomes of it shows live in the list of commands. */
export function useGive(pileId: number, command: PileCommand) {
  const { t } = useTranslation(['piles', 'campaigns'])
  const give = useGiving(command)
  const { name } = useCommandWords(command)
  function outcome({ status, answer }: Command): Outcome {
    const word = saidIn(answer).word ?? ''
    if (status === 'refused') {
      const own = `command.word.${command.name}_${word}`
      const code = t([own, `command.word.${word}`, `campaigns:why.${word}`], { defaultValue: word })
      return { text: t('command.refused_by_pile', { code }), tone: 'error' }
    }
    if (status === 'not_connected') return { text: t('command.not_connected'), tone: 'error' }
    if (status === 'timed_out') return { text: t('command.no_answer'), tone: 'error' }
    if (status === 'failed') return { text: t('command.failed', { code: word }), tone: 'error' }
    if (status === 'unclear' || status === 'not_sent') return { text: t(`command.${status}`), tone: 'error' }
    if (status === 'done') return { text: t('command.done', { name }), tone: 'success' }
    return { text: t('command.sent'), tone: 'success' }
  }
  const charges = useChargesEnded()
  /** The charges that it would end, as the page knows them. */
  function ended(number: number | undefined): string {
    const view = queryClient.getQueryData<Data<typeof pileView>>(callKey(pileView, { id: pileId }))
    return view ? charges(view.connectors, number) : ''
  }
  const endpoint = pileCommands[command.name as OfferedName] as unknown as Endpoint
  return (said: Draft, connector_number?: number): Promise<Given> =>
    give(said, { number: connector_number ?? 0, ends: ended(connector_number) }, async () => {
      const place = connector_number === undefined ? {} : { connector_number }
      const sent = (await call(endpoint, { ...said, id: pileId, ...place } as never)) as { command: Command }
      return outcome(sent.command)
    })
}

/** Gives a command by one press; meanwhile its button is busy. */
export function useGiveOnce(pileId: number, command: PileCommand) {
  const give = useGive(pileId, command)
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async press(said: Draft = {}, connector_number?: number) {
      setBusy(true)
      await give(said, connector_number)
      setBusy(false)
    },
  }
}

/** Piles by their identities, or all that the list finds by a filter. */
export type ChosenPiles = { ids: readonly number[] } | { filter: Readonly<Record<string, unknown>> }

/** Gives a command to many piles, each of them as a whole: a campaign, whose page shows what becomes of it. */
export function useGiveMany(piles: ChosenPiles, command: PileCommand) {
  const { t } = useTranslation('campaigns')
  const give = useGiving(command)
  const record = useRecordPath()
  const navigate = useNavigate()
  const endpoint = bulkCommands.get(command.name) as unknown as Endpoint
  return (said: Draft): Promise<Given> =>
    give(said, { number: 0 }, async () => {
      const given = (await call(endpoint, { ...said, ...piles } as never)) as {
        campaign: { id: number }
        piles: number
        not_connected: number
      }
      const path = record('campaign', given.campaign.id)
      const text = [
        t('many.asked', { count: given.piles }),
        given.not_connected > 0 && t('many.not_connected', { count: given.not_connected }),
      ]
      void invalidate('campaign')
      return {
        text: text.filter(Boolean).join(' '),
        tone: 'success',
        ...(path && { action: { label: t('many.look'), onPress: () => navigate(path) } }),
      }
    })
}
