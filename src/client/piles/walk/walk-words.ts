import { useTranslation } from 'react-i18next'
import type { Tone } from '../../../shared/kit/fields.ts'
import { useStateTones } from '../../kit/dictionaries/use-state-tones.ts'
import { useMatterTitle } from '../../kit/i18n/use-matter-title.ts'
import type { IconName } from '../../kit/ui/icon.tsx'
import { guns, occupiedSince, stateOf } from '../connector-state.ts'
import { useConnectorWords } from '../connector-words.ts'
import { matterAt, type PlanState, type Stop } from './stops.ts'

/** Beside the hue, for anyone who tells it by shape. */
export const planIcons: Readonly<Record<PlanState, IconName>> = {
  available: 'check',
  charging: 'bolt',
  waiting: 'clock',
  reserved: 'lock',
  faulted: 'warning',
  alarm: 'warning',
  offline: 'offline',
  closed: 'close',
  no_pile: 'unplugged',
}

/** The hue of a berth on the plan. What has no gun to use is as quiet as a pile that is away. */
export function usePlanTones(): (state: PlanState) => Tone {
  const toneOf = useStateTones()
  return (state) => {
    if (state === 'alarm') return toneOf('faulted')
    return toneOf(state === 'closed' || state === 'no_pile' ? 'offline' : state)
  }
}

/** What a pile is to who stands before it, in a word with its hue, and why, in a sentence. */
export function useStopWords() {
  const { t } = useTranslation(['walk', 'alarms', 'piles'])
  const words = useConnectorWords()
  const toneOf = useStateTones()
  const titleOf = useMatterTitle()
  const gun = (number: number | null) => (number ? `${t('piles:gun', { number })}: ` : '')
  const passed = (at: string) => words.passed(at)

  /** Gun 1: Ground failure, 14 min. */
  function alarmOf({ pile }: Stop): string | null {
    const matter = matterAt(pile)
    if (!matter) return null
    const at = matter.others ? '' : gun(matter.connector_number)
    return t('since', { what: `${at}${titleOf(matter)}`, for: passed(matter.raised_at) })
  }

  function whyOf(stop: Stop): string {
    const { pile, need } = stop
    const taken = guns(pile.connectors).find((connector) => occupiedSince(connector) !== null)
    const since = taken && occupiedSince(taken)
    if (need === 'offline')
      return pile.last_seen_at ? t('no_word', { for: passed(pile.last_seen_at) }) : t('never_seen')
    if (need === 'faulted' || need === 'alarm') return alarmOf(stop) ?? faultOf(stop)
    if (since && taken) return t('occupied', { number: taken.number, for: passed(since) })
    const all = guns(pile.connectors)
    return t('free_of', { count: all.filter((one) => stateOf(one) === 'available').length, all: all.length })
  }

  function faultOf({ pile }: Stop): string {
    const faulted = pile.connectors.find(({ status }) => status === 'Faulted')
    if (!faulted) return ''
    const code = faulted.error_code ?? 'OtherError'
    const what = t(`alarms:codes.${code}`, { defaultValue: code })
    return faulted.status_at
      ? t('since', { what: `${gun(faulted.number)}${what}`, for: passed(faulted.status_at) })
      : `${gun(faulted.number)}${what}`
  }

  function pillOf({ pile, need }: Stop): { tone: Tone; text: string } {
    const state = need === 'occupied' ? 'waiting' : need === 'alarm' ? 'faulted' : (need ?? pile.state)
    return { tone: toneOf(state), text: t(need ? `needs.${need}` : `states.${pile.state}`) }
  }

  /** Gun 2: Charging · 62 %. */
  const chargingOf = ({ pile }: Stop) =>
    guns(pile.connectors)
      .filter((connector) => stateOf(connector) === 'charging')
      .map((connector) => `${gun(connector.number)}${words.state(connector)}`)
      .join(', ')

  return { whyOf, pillOf, chargingOf, passed, toneOf }
}
