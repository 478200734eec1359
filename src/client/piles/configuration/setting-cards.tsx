import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { useRightValue } from '../templates/use-right-value.ts'
import { AsTemplate } from './as-template.tsx'
import css from './configuration.module.css'
import { SettingDetails } from './setting-details.tsx'
import { SettingInput } from './setting-input.tsx'
import type { SettingListProps } from './setting-list-props.ts'
import { HIDDEN, isDrifted, type SettingRow } from './setting-rows.ts'
import { SettingState } from './setting-state.tsx'
import { useSettingWords } from './use-setting-words.ts'

/** One key: press it for its meaning and history. */
function SettingCard({ row, ...props }: SettingListProps & { row: SettingRow }) {
  const { t } = useTranslation('configuration')
  const words = useSettingWords()
  const { pileId, changing, maySet, opened, onOpen, onNewPassword } = props
  const isOpen = row.key === opened
  const rightValue = useRightValue()
  return (
    <li className={css.card}>
      <button
        type="button"
        className={css.key}
        aria-expanded={isOpen}
        aria-label={t('details', { key: row.key })}
        onClick={() => onOpen(row.key)}
      >
        <b>{row.key}</b>
        <small>{words.meaning(row.known)}</small>
      </button>
      {changing.editing === row.key ? (
        <SettingInput row={row} changing={changing} />
      ) : (
        <>
          <div className={`${css.cardValue} ${isDrifted(row) ? css.drifted : ''}`}>
            {row.known.secret ? HIDDEN : words.value(row.key, row.value)}
          </div>
          {row.drift && <small>{t('template.instead_of', { value: rightValue(row.drift.expected) })}</small>}
          <div className={css.state}>
            <SettingState row={row} said={changing.said(row)} />
            {row.known.secret && onNewPassword && <Button onClick={onNewPassword}>{t('new_password')}</Button>}
            {maySet && <AsTemplate row={row} changing={changing} />}
            {maySet && !row.known.secret && !row.read_only && (
              <Button icon="edit" label={t('edit', { key: row.key })} onClick={() => changing.begin(row)} />
            )}
          </div>
        </>
      )}
      {isOpen && (
        <div className={css.detail}>
          <SettingDetails pileId={pileId} row={row} />
        </div>
      )}
    </li>
  )
}

/** The keys on a phone: cards by groups. */
export function SettingCards(props: SettingListProps) {
  const { t } = useTranslation('configuration')
  return (
    <>
      {props.groups.map(({ profile, rows }) => (
        <Card key={profile} title={t(`profile.${profile}`)} aside={<small>{rows.length}</small>}>
          <ul className={css.cards}>
            {rows.map((row) => (
              <SettingCard key={row.key} {...props} row={row} />
            ))}
          </ul>
        </Card>
      ))}
    </>
  )
}
