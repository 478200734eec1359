import { type CSSProperties, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Spot } from '../../shared/endpoints/berths.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { Icon } from '../kit/ui/icon.tsx'
import css from './berth-plan.module.css'
import { berthIcons, useBerthTones } from './berth-words.ts'

/** A berth on the plan; the one that was looked for comes into view. */
export function BerthSpot({ spot, sought }: { spot: Spot; sought: boolean }) {
  const { t } = useTranslation('sites')
  const to = useRecordPath()('berth', spot.id)
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (sought) place.current?.scrollIntoView({ block: 'center' })
  }, [sought])
  const tone = useBerthTones()(spot.state)
  const format = useFormat()
  const { state, serial, pile, connector_number, reserved_until, one_reserved_until } = spot
  const gun =
    pile && [pile.title, connector_number && t('gun', { number: connector_number })].filter(Boolean).join(' · ')
  const until = reserved_until && state === 'reserved' && t('reserved_until', { at: format.moment(reserved_until) })
  const one = one_reserved_until && t('one_reserved_until', { at: format.moment(one_reserved_until) })
  const label = [serial, until || t(`berth_states.${state}`), gun, one].filter(Boolean).join(', ')
  const body = (
    <>
      <Icon name={berthIcons[state]} size={16} />
      <b>{serial}</b>
      <span className={css.word}>{t(`berth_states.${state}`)}</span>
      {one && <Icon name={berthIcons.reserved} size={16} />}
    </>
  )
  const looks = {
    className: [css.spot, sought && css.sought].filter(Boolean).join(' '),
    style: { '--tone': `var(--${tone})`, '--soft': `var(--${tone}-soft)` } as CSSProperties,
  }
  return (
    <li ref={place} title={label} {...(sought && { 'aria-current': true })}>
      {to ? (
        <Link {...looks} to={to} aria-label={label}>
          {body}
        </Link>
      ) : (
        <div {...looks}>{body}</div>
      )}
    </li>
  )
}
