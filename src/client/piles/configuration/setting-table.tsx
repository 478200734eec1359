import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import table from '../../kit/ui/table.module.css'
import { useRightValue } from '../templates/use-right-value.ts'
import { AsTemplate } from './as-template.tsx'
import css from './configuration.module.css'
import { AskGroup, GroupTitle, MoreRows } from './group-title.tsx'
import { SettingDetails } from './setting-details.tsx'
import { SettingInput } from './setting-input.tsx'
import { SettingKey } from './setting-key.tsx'
import type { SettingListProps } from './setting-list-props.ts'
import { HIDDEN, isDrifted, isHidden, isPassword, isSettable, nameOf, type SettingRow } from './setting-rows.ts'
import { SettingState } from './setting-state.tsx'
import { useSettingWords } from './use-setting-words.ts'

/** A key's value, and what can be done with it where nothing is being typed. */
function ReadCells({ row, changing, maySet, template, onNewPassword }: SettingListProps & { row: SettingRow }) {
  const { t } = useTranslation('configuration')
  const words = useSettingWords()
  const rightValue = useRightValue()
  return (
    <>
      <td className={`${css.value} ${isDrifted(row) ? css.drifted : ''}`}>
        {isHidden(row) ? HIDDEN : words.value(row.known, row.value)}
      </td>
      {template && <td className={css.value}>{row.drift ? rightValue(row.drift.expected) : '—'}</td>}
      <td className={css.stateCell}>
        <span className={css.state}>
          <SettingState row={row} said={changing.said(row)} />
          {isPassword(row) && onNewPassword && (
            <Button look="link" onClick={onNewPassword}>
              {t('new_password')}
            </Button>
          )}
          {maySet && <AsTemplate row={row} changing={changing} />}
          {maySet && isSettable(row) && (
            <Button look="quiet" icon="edit" label={t('edit', { key: row.key })} onClick={() => changing.begin(row)} />
          )}
        </span>
      </td>
    </>
  )
}

/** The keys where there is room: a table by groups, and beside it what is known of one of them. */
export function SettingTable(props: SettingListProps) {
  const { t } = useTranslation('configuration')
  const { pileId, groups, folding, changing, template, opened, onOpen, onAsk } = props
  const columns = template ? 4 : 3
  const row = groups.flatMap(({ rows }) => rows).find(({ key }) => key === opened)
  return (
    <div className={row ? css.columns : undefined}>
      <Card flush>
        <table className={`${table.table} ${css.table} ${template ? css.templated : ''}`}>
          <thead>
            <tr>
              <th scope="col">{t('columns.key')}</th>
              <th scope="col" className={css.value}>
                {t('columns.value')}
              </th>
              {template && (
                <th scope="col" className={css.value}>
                  {t('template.column')}
                </th>
              )}
              <th scope="col" className={css.stateCell}>
                {t('columns.state')}
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <Fragment key={group.name}>
                <tr className={css.group}>
                  <th scope="rowgroup" colSpan={columns}>
                    <div className={css.groupHead}>
                      <span className="grow">
                        <GroupTitle group={group} folding={folding} />
                      </span>
                      {folding.isOpen(group) && <AskGroup group={group} {...(onAsk && { onAsk })} />}
                    </div>
                  </th>
                </tr>
                {folding.shown(group).map((one) => (
                  <tr key={one.key} className={one.key === opened ? css.opened : undefined}>
                    <td>
                      <SettingKey row={one} isOpen={one.key === opened} onOpen={onOpen} />
                    </td>
                    {changing.editing === one.key ? (
                      <td colSpan={columns - 1}>
                        <SettingInput row={one} changing={changing} />
                      </td>
                    ) : (
                      <ReadCells {...props} row={one} />
                    )}
                  </tr>
                ))}
                {folding.left(group) > 0 && (
                  <tr>
                    <td colSpan={columns}>
                      <MoreRows group={group} folding={folding} />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </Card>
      {row && (
        <Card
          className={css.side ?? ''}
          title={nameOf(row)}
          aside={<Button look="quiet" icon="close" label={t('common:action.close')} onClick={() => onOpen(row.key)} />}
        >
          <SettingDetails pileId={pileId} row={row} />
        </Card>
      )}
    </div>
  )
}
