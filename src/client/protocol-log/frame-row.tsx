import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FrameRow } from '../../shared/endpoints/protocol-log.ts'
import type { Tone } from '../../shared/kit/fields.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Icon } from '../kit/ui/icon.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import css from './frame-log.module.css'

const TONES: Record<string, Tone> = { Call: 'charging', CallResult: 'available', CallError: 'faulted' }

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function Full({ frame, id }: { frame: FrameRow; id: string }) {
  const { t } = useTranslation('protocol-log')
  const facts = [
    ['unique_id', frame.unique_id],
    ['connection_number', frame.connection_number],
    ['error_code', frame.error_code],
    ['error_description', frame.error_description],
    ['error_detail', frame.error_detail],
  ] as const
  return (
    <div id={id} className={css.full}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <small>{t(name)}</small> <code>{value}</code>
            </div>
          ),
      )}
      <pre>{pretty(frame.full_content)}</pre>
    </div>
  )
}

/** One frame on a line, opened for all of it. */
export function Frame({ frame, station }: { frame: FrameRow; station: boolean }) {
  const { t } = useTranslation('protocol-log')
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const id = useId()
  const incoming = frame.direction === 'in'
  return (
    <li className={css.frame}>
      <button type="button" className={css.line} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <time dateTime={frame.created_at} title={format.full(frame.created_at)}>
          {format.timeWithSeconds(frame.created_at)}
        </time>
        <span className={incoming ? css.in : css.out} title={t(incoming ? 'in' : 'out')}>
          <Icon name={incoming ? 'down' : 'up'} size={14} />
          <span className="hidden-text">{t(incoming ? 'in' : 'out')}</span>
        </span>
        <span className={css.type}>
          <Pill tone={TONES[frame.message_type ?? ''] ?? 'offline'}>
            {frame.counted === null ? (frame.message_type ?? t('unreadable')) : t('counted')}
          </Pill>
        </span>
        <span className={css.command}>
          {station && <small>{frame.station_number}</small>}
          <b>{frame.counted === null ? (frame.command ?? '—') : t('counted_frames', { count: frame.counted })}</b>
        </span>
        <code className={css.content}>{frame.error_code ?? frame.content ?? frame.full_content}</code>
        <Icon name={open ? 'up' : 'down'} size={14} />
      </button>
      {open && <Full frame={frame} id={id} />}
    </li>
  )
}
