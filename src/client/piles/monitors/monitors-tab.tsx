import { useTranslation } from 'react-i18next'
import { clearMonitor, readMonitors } from '../../../shared/commands/monitors.ts'
import { pileMonitors } from '../../../shared/endpoints/monitors.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { useCall } from '../../kit/api/queries.ts'
import { Ago } from '../../kit/i18n/ago.tsx'
import { useMonitorWords } from '../../kit/i18n/use-monitor-words.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Banner, Empty, Loaded, Skeleton } from '../../kit/ui/states.tsx'
import css from '../page/command-list.module.css'
import { isConnected, type PileView, pileOf } from '../page/pile.ts'
import { useAsking } from '../use-asking.ts'

type Monitor = Data<typeof pileMonitors>['monitors'][number]

const named = (name: string, instance: string | null) => (instance ? `${name} (${instance})` : name)

function MonitorRow({ monitor, view }: { monitor: Monitor; view: PileView }) {
  const { t } = useTranslation('monitors')
  const words = useMonitorWords()
  const clearing = useAsking(view, clearMonitor)
  const { number, evse, connector } = monitor
  const place = evse === null ? null : t(connector === null ? 'at_evse' : 'at_connector', { evse, connector })
  return (
    <li className={css.command}>
      <div className="row between">
        <b>
          {named(monitor.component, monitor.component_instance)} · {named(monitor.variable, monitor.variable_instance)}
        </b>
        <small>{words.number(monitor)}</small>
      </div>
      <div className="row between">
        <span>
          {[place, words.watched(monitor), words.level(monitor), monitor.in_session && t('in_session')]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {clearing.mayAsk && (
          <Button
            look="quiet"
            icon="trash"
            label={`${clearing.name} ${number}`}
            busy={clearing.busy}
            onClick={() => void clearing.press({ monitor_number: number })}
          />
        )}
      </div>
      <small>
        <Ago at={monitor.told_at} />
      </small>
    </li>
  )
}

/** What a pile watches of itself and reports, by what it told last. */
export function MonitorsTab({ view }: { view: PileView }) {
  const { t } = useTranslation('monitors')
  const { id } = pileOf(view)
  const query = useCall(pileMonitors, { id }, { entities: ['pile'], only: { pile: [id] } })
  const reading = useAsking(view, readMonitors)
  return (
    <Card>
      <div className={css.beside}>
        <p className={css.intro}>{t('intro')}</p>
        {reading.mayAsk && (
          <Button icon="refresh" busy={reading.busy} onClick={() => void reading.press()}>
            {reading.name}
          </Button>
        )}
      </div>
      {!isConnected(pileOf(view)) && (
        <Banner tone="waiting" icon="offline">
          {t('offline')}
        </Banner>
      )}
      <Loaded query={query} skeleton={<Skeleton height={160} />}>
        {({ monitors }) =>
          monitors.length === 0 ? (
            <Empty icon="gauge" text={t('empty')} />
          ) : (
            <ul className={css.list}>
              {monitors.map((monitor) => (
                <MonitorRow key={monitor.number} monitor={monitor} view={view} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
