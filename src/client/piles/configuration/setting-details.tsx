import { useTranslation } from 'react-i18next'
import { settingHistory } from '../../../shared/endpoints/pile-settings.ts'
import { useCall } from '../../kit/api/queries.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { Fact, Facts } from '../../kit/ui/facts.tsx'
import { Dot } from '../../kit/ui/pill.tsx'
import { Loaded, Skeleton } from '../../kit/ui/states.tsx'
import css from './configuration.module.css'
import { type Change, HIDDEN, isHidden, isNumeric, type SettingRow } from './setting-rows.ts'
import { SettingState } from './setting-state.tsx'
import { SETTINGS } from './use-change.ts'
import { useSettingWords } from './use-setting-words.ts'

const toneOf = ({ status }: Change) => {
  if (status === 'done' || status === 'accepted') return 'available'
  return status === 'refused' || status === 'failed' ? 'faulted' : 'waiting'
}

/** What is known of a key, and everything that was asked of it or read. */
export function SettingDetails({ pileId, row }: { pileId: number; row: SettingRow }) {
  const { t } = useTranslation('configuration')
  const words = useSettingWords()
  const { known, address, change } = row
  const meaning = words.meaning(known)
  const place = address && words.place(address)
  return (
    <>
      {meaning && <p className={css.meaning}>{meaning}</p>}
      {isHidden(row) && <p className={css.meaning}>{t('hidden_after')}</p>}
      <Facts>
        {!isHidden(row) && <Fact label={t('columns.value')}>{words.value(known, row.value)}</Fact>}
        {change && (
          <Fact label={t('asked_for')}>
            <SettingState row={row} said={null} />
          </Fact>
        )}
        {address && <Fact label={t('component_is')}>{[address.component, place].filter(Boolean).join(' · ')}</Fact>}
        {address && address.attribute !== 'Actual' && (
          <Fact label={t('attribute_is')}>{t(`attribute.${address.attribute}`)}</Fact>
        )}
        <Values row={row} />
      </Facts>
      <h3 className={css.subtitle}>{t('history.title')}</h3>
      <History pileId={pileId} row={row} />
    </>
  )
}

/** What a key takes. */
function Values({ row }: { row: SettingRow }) {
  const { t } = useTranslation('configuration')
  const words = useSettingWords()
  const { known, facts, supports_monitoring } = row
  const { type, unit, choices } = known
  const least = facts?.minimum ?? null
  const most = facts?.maximum ?? null
  return (
    <>
      <Fact label={t('type_is')}>{t(`type.${type}`)}</Fact>
      {unit && <Fact label={t('unit_is')}>{t(`unit.${unit}`, { defaultValue: words.unit(known) ?? unit })}</Fact>}
      {isNumeric(row) && (least !== null || most !== null) && (
        <Fact label={t('bounds')}>{t('from_to', { least: least ?? '…', most: most ?? '…' })}</Fact>
      )}
      {choices.length > 0 && <Fact label={t('choices_are')}>{choices.join(', ')}</Fact>}
      {supports_monitoring !== null && (
        <Fact label={t('monitoring')}>{t(supports_monitoring ? 'common:yes' : 'common:no')}</Fact>
      )}
    </>
  )
}

interface HistoryProps {
  pileId: number
  row: SettingRow
}

function History({ pileId, row }: HistoryProps) {
  const { t } = useTranslation('configuration')
  const words = useSettingWords()
  const format = useFormat()
  const query = useCall(
    settingHistory,
    { id: pileId, key: row.key },
    { entities: [SETTINGS, 'pile'], only: { pile: [pileId] } },
  )
  return (
    <Loaded query={query} skeleton={<Skeleton height={120} />}>
      {({ rows: all }) => {
        // That it was read says nothing of what nobody tells.
        const rows = isHidden(row) ? all.filter(({ change }) => change) : all
        return rows.length === 0 ? (
          <p className={css.quiet}>{t('history.none')}</p>
        ) : (
          <ol className={css.history}>
            {rows.map(({ at, value, change }) => {
              const shown = isHidden(row) ? HIDDEN : words.value(row.known, value)
              return (
                <li key={`${at} ${change ? 'asked' : 'read'}`}>
                  <Dot tone={change ? toneOf(change) : 'offline'} />
                  <div>
                    <b>{t(change ? 'history.asked' : 'history.read', { value: shown })}</b>
                    {change && <div>{words.answer(change.word, change.reason)}</div>}
                    <small>
                      {change
                        ? t('history.by', {
                            ...{ name: change.asked_by ?? t('history.by_console'), at: format.full(at) },
                          })
                        : format.full(at)}
                    </small>
                  </div>
                </li>
              )
            })}
          </ol>
        )
      }}
    </Loaded>
  )
}
