import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { useRightValue } from '../templates/use-right-value.ts'
import { AsTemplate } from './as-template.tsx'
import css from './configuration.module.css'
import { AskGroup, GroupTitle, MoreRows } from './group-title.tsx'
import { SettingDetails } from './setting-details.tsx'
import { SettingInput } from './setting-input.tsx'
import { SettingKey } from './setting-key.tsx'
import type { SettingListProps } from './setting-list-props.ts'
import { HIDDEN, isDrifted, isHidden, isPassword, isSettable, type SettingRow } from './setting-rows.ts'
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
      <SettingKey row={row} isOpen={isOpen} onOpen={onOpen} />
      {changing.editing === row.key ? (
        <SettingInput row={row} changing={changing} />
      ) : (
        <>
          <div className={`${css.cardValue} ${isDrifted(row) ? css.drifted : ''}`}>
            {isHidden(row) ? HIDDEN : words.value(row.known, row.value)}
          </div>
          {row.drift && <small>{t('template.instead_of', { value: rightValue(row.drift.expected) })}</small>}
          <div className={css.state}>
            <SettingState row={row} said={changing.said(row)} />
            {isPassword(row) && onNewPassword && <Button onClick={onNewPassword}>{t('new_password')}</Button>}
            {maySet && <AsTemplate row={row} changing={changing} />}
            {maySet && isSettable(row) && (
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
  const { folding, onAsk } = props
  return (
    <>
      {props.groups.map((group) => (
        <Card
          key={group.name}
          title={<GroupTitle group={group} folding={folding} />}
          aside={folding.isOpen(group) && <AskGroup group={group} {...(onAsk && { onAsk })} />}
        >
          {folding.isOpen(group) && (
            <ul className={css.cards}>
              {folding.shown(group).map((row) => (
                <SettingCard key={row.key} {...props} row={row} />
              ))}
            </ul>
          )}
          <MoreRows group={group} folding={folding} />
        </Card>
      ))}
    </>
  )
}
