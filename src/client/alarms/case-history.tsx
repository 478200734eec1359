import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlarmEntry, alarmView, Occurrence } from '../../shared/endpoints/alarms.ts'
import { alarmRule } from '../../shared/entities/alarm-rule.ts'
import { command } from '../../shared/entities/command.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Tone } from '../../shared/kit/fields.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { Card } from '../kit/ui/card.tsx'
import { Dot } from '../kit/ui/pill.tsx'
import { overAt } from './alarm-words.ts'
import css from './case.module.css'

type View = Pick<Data<typeof alarmView>, 'entries' | 'occurrences' | 'tellings' | 'commands'>
type Telling = View['tellings'][number]
type Given = View['commands'][number]

interface Line {
  key: string
  at: string
  tone: Tone
  title: string
  text?: string | null
  note?: ReactNode
}

/** Apart by more than what a call takes on a slow network. */
const APART_MS = 120_000
const apart = (one: string, other: string | null) =>
  other !== null && Math.abs(Date.parse(one) - Date.parse(other)) > APART_MS

const TONES: Partial<Record<AlarmEntry['kind'], Tone>> = { processed: 'available', note: 'offline', snooze: 'offline' }

/** What one person did, in words. */
function useEntryLine() {
  const { t } = useTranslation(['alarms', 'alarm_cases'])
  const format = useFormat()
  return (entry: AlarmEntry): Line => {
    const { kind, assignee_name, until, said_at, received_at, phone_at } = entry
    const by = entry.own ? t('case.you') : entry.by
    const toSelf = kind === 'assign' && assignee_name === entry.by
    const notes = [
      !entry.taken && t('alarm_cases:history.late'),
      received_at &&
        apart(said_at, received_at) &&
        t('alarm_cases:history.received', { at: format.moment(received_at) }),
      phone_at && apart(said_at, phone_at) && t('alarm_cases:history.phone', { at: format.moment(phone_at) }),
    ]
    return {
      key: `entry ${entry.id}`,
      at: said_at,
      tone: entry.taken ? (TONES[kind] ?? 'waiting') : 'offline',
      title: t(`alarm_cases:history.${toSelf ? 'take' : kind}`, {
        by,
        to: assignee_name ?? '',
        until: until ? format.moment(until) : '',
      }),
      text: entry.text,
      note: notes.filter(Boolean).join(' '),
    }
  }
}

/** Each time that it was raised, and was over by itself. */
function useOccurrenceLines() {
  const { t } = useTranslation(['alarms', 'alarm_cases'])
  const format = useFormat()
  return (occurrence: Occurrence, at: number): Line[] => {
    const { id, raised_at, message } = occurrence
    const over = overAt(occurrence)
    const raised: Line = {
      key: `raised ${id}`,
      at: raised_at,
      tone: 'faulted',
      title: at === 0 ? t('alarm_cases:history.raised') : t('alarm_cases:history.again', { count: at + 1 }),
      text: message,
    }
    if (!over) return [raised]
    const lasted = Math.floor((Date.parse(over) - Date.parse(raised_at)) / 1000)
    const title = t('alarm_cases:history.recovered', { for: format.duration(lasted) })
    return [raised, { key: `over ${id}`, at: over, tone: 'available', title }]
  }
}

/** Whom a rule told, and by which ways. */
function useTellingLine() {
  const { t } = useTranslation(['alarms', 'alarm_cases'])
  const format = useFormat()
  const words = useWords(alarmRule)
  return ({ escalated, at, names, ways }: Telling): Line => ({
    key: `told ${escalated}`,
    at,
    tone: escalated ? 'faulted' : 'offline',
    title: t(`alarm_cases:history.${escalated ? 'escalated' : 'told'}`),
    text: names.length ? format.list(names) : t('alarm_cases:history.told_nobody'),
    note: format.list(ways.map((way) => words.choice('ways', way))),
  })
}

/** What the pile was asked for, and what became of that. */
function useCommandLine() {
  const { t } = useTranslation(['alarms', 'alarm_cases'])
  const words = useWords(command)
  return ({ id, action, status, connector_number: gun, by, at }: Given): Line => ({
    key: `command ${id}`,
    at,
    tone: command.fields.status.tones[status as keyof typeof command.fields.status.tones] ?? 'offline',
    title: [words.choice('action', action), gun && t('connector', { number: gun })].filter(Boolean).join(' · '),
    text: words.choice('status', status),
    note: by,
  })
}

/** All that happened to it and what people did, the newest first; who was slower is there too. */
export function CaseHistory({ view }: { view: View }) {
  const { t } = useTranslation(['alarms', 'alarm_cases'])
  const format = useFormat()
  const entryLine = useEntryLine()
  const occurrenceLines = useOccurrenceLines()
  const tellingLine = useTellingLine()
  const commandLine = useCommandLine()
  const lines = [
    ...view.occurrences.flatMap(occurrenceLines),
    ...view.tellings.map(tellingLine),
    // A copy that an earlier version kept has none.
    ...(view.commands ?? []).map(commandLine),
    ...view.entries.map(entryLine),
  ]
    // Of what happened at one moment the pile's word comes first.
    .sort((one, other) => one.at.localeCompare(other.at))
    .reverse()
  return (
    <Card title={t('alarm_cases:history.title')}>
      <ol className={css.history}>
        {lines.map(({ key, at, tone, title, text, note }) => (
          <li key={key}>
            <Dot tone={tone} />
            <div className="grow">
              <b>{title}</b>
              {text && <p className={css.said}>{text}</p>}
              {note && (
                <p>
                  <small>{note}</small>
                </p>
              )}
            </div>
            <small>
              <time dateTime={at} title={format.full(at)}>
                {format.moment(at)}
              </time>
            </small>
          </li>
        ))}
      </ol>
    </Card>
  )
}
