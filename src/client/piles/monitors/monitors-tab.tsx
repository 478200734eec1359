import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PileCommand, permissionTo } from '../../../shared/commands/declare.ts'
import { clearMonitor, readMonitors } from '../../../shared/commands/monitors.ts'
import { pileMonitors } from '../../../shared/endpoints/monitors.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { useCall } from '../../kit/api/queries.ts'
import { Ago } from '../../kit/i18n/ago.tsx'
import { trimmedNumber } from '../../kit/i18n/trimmed-number.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useMay } from '../../kit/session/can.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Empty, Loaded, Skeleton } from '../../kit/ui/states.tsx'
import { useCommandWords, useGive } from '../commands.ts'
import css from '../page/command-list.module.css'
import { isConnected, type PileView, pileOf } from '../page/pile.ts'

type Monitor = Data<typeof pileMonitors>['monitors'][number]

/** What can be asked of a connected pile by one press. */
function useAsking(view: PileView, command: PileCommand) {
  const may = useMay()
  const give = useGive(pileOf(view).id, command)
  const words = useCommandWords(command)
  const [busy, setBusy] = useState<number | null>(null)
  const mayAsk = may(permissionTo(command)) && view.commands.includes(command.name) && isConnected(pileOf(view))
  async function ask(number: number, said: Record<string, unknown>) {
    setBusy(number)
    await give(said as never)
    setBusy(null)
  }
  return { mayAsk, ask, busy, name: words.name }
}

const named = (name: string, instance: string | null) => (instance ? `${name} (${instance})` : name)

function MonitorRow({ monitor, clearing }: { monitor: Monitor; clearing: ReturnType<typeof useAsking> }) {
  const { t } = useTranslation('monitors')
  const format = useFormat()
  const { number, evse, connector, level } = monitor
  const place = evse === null ? null : t(connector === null ? 'at_evse' : 'at_connector', { evse, connector })
  const watched = t(`watch.${monitor.watch}`, { value: trimmedNumber(format, monitor.value) })
  return (
    <li className={css.command}>
      <div className="row between">
        <b>
          {named(monitor.component, monitor.component_instance)} · {named(monitor.variable, monitor.variable_instance)}
        </b>
        <small>{t('number', { number })}</small>
      </div>
      <div className="row between">
        <span>
          {[place, watched, t(`level.${level}`), monitor.in_session && t('in_session')].filter(Boolean).join(' · ')}
        </span>
        {clearing.mayAsk && (
          <Button
            look="quiet"
            icon="trash"
            label={`${clearing.name} ${number}`}
            busy={clearing.busy === number}
            onClick={() => void clearing.ask(number, { monitor_number: number })}
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
  const clearing = useAsking(view, clearMonitor)
  return (
    <Card>
      <div className="row between">
        <p className={css.intro}>{t('intro')}</p>
        {reading.mayAsk && (
          <Button icon="refresh" busy={reading.busy !== null} onClick={() => void reading.ask(0, {})}>
            {reading.name}
          </Button>
        )}
      </div>
      <Loaded query={query} skeleton={<Skeleton height={160} />}>
        {({ monitors }) =>
          monitors.length === 0 ? (
            <Empty icon="gauge" text={t('empty')} />
          ) : (
            <ul className={css.list}>
              {monitors.map((monitor) => (
                <MonitorRow key={monitor.number} monitor={monitor} clearing={clearing} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
