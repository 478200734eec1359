import { useTranslation } from 'react-i18next'
import { settingHistory } from '../../../shared/endpoints/pile-settings.ts'
import { useCall } from '../../kit/api/queries.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { Fact, Facts } from '../../kit/ui/facts.tsx'
import { Dot } from '../../kit/ui/pill.tsx'
import { Loaded, Skeleton } from '../../kit/ui/states.tsx'
import css from './configuration.module.css'
import type { Change, SettingRow } from './setting-rows.ts'
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
  const { type, unit, secret } = row.known
  return (
    <>
      <p className={css.meaning}>{words.meaning(row.known)}</p>
      <Facts>
        <Fact label={t('type_is')}>{t(`type.${type}`)}</Fact>
        {unit && <Fact label={t('unit_is')}>{t(`unit.${unit}`)}</Fact>}
      </Facts>
      <h3 className={css.subtitle}>{t('history.title')}</h3>
      {secret ? <p className={css.quiet}>{t('state.hidden')}</p> : <History pileId={pileId} settingKey={row.key} />}
    </>
  )
}

function History({ pileId, settingKey }: { pileId: number; settingKey: string }) {
  const { t } = useTranslation('configuration')
  const words = useSettingWords()
  const format = useFormat()
  const query = useCall(
    settingHistory,
    { id: pileId, key: settingKey },
    { entities: [SETTINGS, 'pile'], only: { pile: [pileId] } },
  )
  return (
    <Loaded query={query} skeleton={<Skeleton height={120} />}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p className={css.quiet}>{t('history.none')}</p>
        ) : (
          <ol className={css.history}>
            {rows.map(({ at, value, change }) => {
              const shown = words.value(settingKey, value)
              return (
                <li key={`${at} ${change ? 'asked' : 'read'}`}>
                  <Dot tone={change ? toneOf(change) : 'offline'} />
                  <div>
                    <b>{t(change ? 'history.asked' : 'history.read', { value: shown })}</b>
                    {change && <div>{words.answer(change.word)}</div>}
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
      }
    </Loaded>
  )
}
