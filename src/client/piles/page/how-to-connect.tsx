import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Pile } from '../../../shared/entities/pile.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useHome } from '../../kit/session/homes.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Fact, Facts } from '../../kit/ui/facts.tsx'
import { toast } from '../../kit/ui/toast.ts'
import { isLoopback, pileAddress } from '../pile-address.ts'
import css from './how-to-connect.module.css'

function Copyable({ text }: { text: string }) {
  const { t } = useTranslation('pile_facts')
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast(t('info.copied'), { tone: 'success' })
  }
  return (
    <span className={css.copyable}>
      <code>{text}</code>
      {/* Browsers lend the clipboard over TLS and on the machine itself only. */}
      {navigator.clipboard && (
        <Button look="quiet" size="small" icon="copy" label={t('info.copy')} onClick={() => void copy()} />
      )}
    </span>
  )
}

/** What to enter in a pile that has never connected. */
export function HowToConnect({ pile }: { pile: Pick<Pile, 'station_number' | 'knocked_at'> }) {
  const { t } = useTranslation('pile_facts')
  const format = useFormat()
  const rejected = useHome('rejected_connection')
  return (
    <Card title={t('info.how.title')}>
      <p className={css.text}>
        {pile.knocked_at ? t('info.how.knocked', { at: format.moment(pile.knocked_at) }) : t('info.how.intro')}
      </p>
      <Facts stacked>
        <Fact label={t('info.how.url')}>
          <Copyable text={pileAddress(pile.station_number)} />
        </Fact>
        <Fact label={t('info.how.identity')}>
          <Copyable text={pile.station_number} />
        </Fact>
        <Fact label={t('info.how.protocol')}>OCPP 1.6J (ocpp1.6), OCPP 2.0.1 (ocpp2.0.1), OCPP 2.1 (ocpp2.1)</Fact>
        <Fact label={t('info.how.password')}>{t('info.how.has_password')}</Fact>
      </Facts>
      {isLoopback && <p className={css.text}>{t('info.how.loopback')}</p>}
      <p className={css.text}>
        {t('info.how.rejected')}{' '}
        {rejected && (
          <Link className={css.link} to={`${rejected}?q=${encodeURIComponent(pile.station_number)}`}>
            {t('info.how.to_rejected')}
          </Link>
        )}
      </p>
    </Card>
  )
}
