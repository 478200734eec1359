import { useTranslation } from 'react-i18next'
import { pile as pileEntity } from '../../../shared/entities/pile.ts'
import { fieldsOf } from '../../../shared/kit/entity.ts'
import { type AnyRow, Cell } from '../../kit/fields/cell.tsx'
import { Ago } from '../../kit/i18n/ago.tsx'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useWords } from '../../kit/i18n/use-words.ts'
import { RecordHistory } from '../../kit/records/page/record-history.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Fact, Facts } from '../../kit/ui/facts.tsx'
import type { PileParts } from '../parts.ts'
import { pileAddress } from '../pile-address.ts'
import css from './facts-tab.module.css'
import { HowToConnect } from './how-to-connect.tsx'
import { hasConnected, isConnected, type PileView, pileOf } from './pile.ts'
import { PileCertificates } from './pile-certificates.tsx'
import { PileNetwork } from './pile-network.tsx'
import { PileTariff } from './pile-tariff.tsx'

/** A clock within a second of ours is right: the network itself takes part of it. */
const RIGHT_MS = 1_000
const CONNECTION = [
  'state',
  'protocol',
  'heartbeat_seconds',
  'connected_at',
  'booted_at',
  'last_seen_at',
  'flooding_since',
  'enabled',
]

function Clock({ skew }: { skew: number | null }) {
  const { t } = useTranslation('pile_facts')
  const format = useFormat()
  if (skew === null) return t('info.clock_unknown')
  if (Math.abs(skew) < RIGHT_MS) return t('info.clock_right')
  return t(skew > 0 ? 'info.clock_ahead' : 'info.clock_behind', { by: format.duration(Math.abs(skew) / 1000) })
}

type Noted = PileView['flags'][number]

/** One anomaly of a kind: what it is about, how often, and between when. */
function AnomalyLine({ noted: { subject, detail, first_at, at, times } }: { noted: Noted }) {
  const { t } = useTranslation('pile_facts')
  return (
    <li>
      {subject ? <code>{detail}</code> : <span>{t('info.other_flags')}</span>}
      <small>
        {t('info.times', { count: times })} · <Ago at={at} />
        {times > 1 && (
          <>
            {' · '}
            {t('info.first_seen')} <Ago at={first_at} />
          </>
        )}
      </small>
    </li>
  )
}

/** Of each kind all that it is about: one that came last hides none of the others. */
function Flags({ flags }: { flags: PileView['flags'] }) {
  const { t } = useTranslation('pile_facts')
  if (flags.length === 0) return <p className={css.none}>{t('info.no_flags')}</p>
  const kinds = Map.groupBy(flags, ({ flag }) => flag)
  return (
    <ul className={css.flags}>
      <li>
        <small>{t('info.flags_hint')}</small>
      </li>
      {[...kinds].map(([flag, all]) => (
        <li key={flag}>
          <b>{t(`flag.${flag}`, { defaultValue: flag })}</b>
          <ul>
            {all.map((noted) => (
              <AnomalyLine key={noted.subject} noted={noted} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function Fields({ row, names }: { row: AnyRow; names: string[] }) {
  const words = useWords(pileEntity)
  return names.map((name) => (
    <Fact key={name} label={words.label(name)}>
      <Cell entity={pileEntity} name={name} row={row} />
    </Fact>
  ))
}

/** All that is known about a pile: its fields, its socket, its clock, its anomalies. */
export function FactsTab({ view, Profiles }: { view: PileView } & Pick<PileParts, 'Profiles'>) {
  const { t } = useTranslation('pile_facts')
  const pile = pileOf(view)
  const row = pile as unknown as AnyRow
  const own = fieldsOf(pileEntity)
    .filter(
      ([name, field]) =>
        field.kind !== 'secret' &&
        !CONNECTION.includes(name) &&
        !['power_w', 'energy_wh', 'never_connected', 'knocked_at'].includes(name),
    )
    .map(([name]) => name)
  return (
    <div className={css.columns}>
      {!hasConnected(pile) && <HowToConnect pile={pile} />}
      <Card title={t('info.pile')}>
        <Facts>
          <Fields row={row} names={own} />
        </Facts>
      </Card>
      <Card title={t('info.connection')}>
        <Facts>
          <Fields
            row={row}
            names={isConnected(pile) ? CONNECTION : CONNECTION.filter((name) => name !== 'connected_at')}
          />
          {view.node && <Fact label={t('info.node')}>{view.node}</Fact>}
          <Fact label={t('info.clock')}>
            <Clock skew={view.clock_skew_ms} />
          </Fact>
          <Fact label={t('info.address')}>
            <code>{pileAddress(pile.station_number)}</code>
          </Fact>
        </Facts>
      </Card>
      <Profiles pileId={pile.id} />
      <PileTariff view={view} />
      <PileCertificates pileId={pile.id} commands={view.commands} />
      <PileNetwork pileId={pile.id} commands={view.commands} />
      <Card title={t('info.flags')}>
        <Flags flags={view.flags} />
      </Card>
      <RecordHistory entity={pileEntity} id={pile.id} />
    </div>
  )
}
