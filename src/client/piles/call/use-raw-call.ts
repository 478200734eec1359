import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { beginningOf, type FormNode, flawsOfCall } from '../../../shared/domain/call-form.ts'
import { callExamples, callForm, callPile } from '../../../shared/endpoints/piles.ts'
import type { Pile } from '../../../shared/entities/pile.ts'
import { useCall, useSend } from '../../kit/api/queries.ts'
import { confirm } from '../../kit/ui/confirm.tsx'
import { parsePayload } from './payload.ts'

export type Way = 'form' | 'json'
type Payload = Record<string, unknown>

/** The server names the place at fault in its words: `/connectorId must be > 0`. */
const PLACE = /(?:^|\s)((?:\/\w+)+)/

/** Any call of the protocol: its action, what is said with it in a form or as JSON, and what is wrong with that. */
export function useRawCall({ id, station_number }: Pick<Pile, 'id' | 'station_number'>) {
  const { t } = useTranslation('pile_call')
  const { data: told } = useCall(callExamples, { id }, { entities: ['pile'] })
  const calls = told?.calls ?? {}
  const [chosen, setChosen] = useState<string>()
  const [way, setWay] = useState<Way>('form')
  const [given, setValue] = useState<Payload>()
  const [written, setText] = useState<string>()
  const [tried, setTried] = useState(false)
  const action = chosen ?? Object.keys(calls)[0] ?? ''
  // Until something is said, what the action begins with.
  const value = given ?? calls[action] ?? {}
  const text = written ?? JSON.stringify(value, null, 2)
  const { data } = useCall(callForm, { id, action: action || '-' }, { entities: [] })
  const form = (data?.form ?? null) as FormNode | null
  const sending = useSend(callPile, ['command'])
  const shown: Way = form?.kind === 'object' ? way : 'json'
  const parsed = parsePayload(text)
  const payload = shown === 'form' ? value : parsed.value
  const refused = sending.error

  /** What is a risk is asked about first, in the server's words. */
  async function insist(risk: string, called: { action: string; payload: Payload }) {
    const question = { title: t('risk', { action: called.action }), text: risk, yes: t('risk_yes'), danger: true }
    if (await confirm(question)) sending.mutate({ station_number, ...called, sure: true })
  }

  function begin(next: Payload) {
    sending.reset()
    setTried(false)
    setValue(next)
    setText(JSON.stringify(next, null, 2))
  }

  function wrongPlaces(): Record<string, string> {
    const ours = tried && form && payload ? flawsOfCall(form, payload) : []
    const theirs = refused?.fields.payload
    const place = theirs && PLACE.exec(theirs)?.[1]
    return {
      ...(place && theirs && { [place]: theirs }),
      ...Object.fromEntries(ours.map(({ path, problem, max }) => [path, t(`flaws.${problem}`, { max })])),
    }
  }

  return {
    ...{ actions: Object.keys(calls), action, form, way: shown, value, text, sending, refused },
    wrong: wrongPlaces(),
    wrongJson: shown === 'json' && parsed.error !== null ? t('json_wrong', { error: parsed.error }) : undefined,
    choose(name: string) {
      setChosen(name)
      const example = calls[name]
      if (example !== undefined) begin(example)
    },
    /** An earlier call once more. */
    takeUp(name: string, payload: Payload) {
      setChosen(name)
      begin(payload)
    },
    change(next: Payload) {
      if (sending.error) sending.reset()
      setValue(next)
    },
    type: setText,
    turn(to: Way) {
      if (to === 'json') setText(JSON.stringify(value, null, 2))
      else if (parsed.value) setValue(parsed.value)
      else return
      setWay(to)
    },
    startOver: () => begin(((form && beginningOf(form)) ?? {}) as Payload),
    send() {
      setTried(true)
      if (!payload || !action.trim()) return
      // JSON goes as it is written: an engineer may want to see what a pile makes of it, and the server checks it.
      if (shown === 'form' && form && flawsOfCall(form, payload).length > 0) return
      const called = { action, payload }
      sending.mutate(
        { station_number, ...called },
        { onError: ({ fields }) => fields.sure && void insist(fields.sure, called) },
      )
    },
  }
}

export type RawCallState = ReturnType<typeof useRawCall>
