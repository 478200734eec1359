import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { moveNetwork, writeNetwork } from '../../../shared/commands/network.ts'
import { readSettings } from '../../../shared/commands/read-settings.ts'
import { pileNetwork } from '../../../shared/endpoints/networks.ts'
import { campaignTarget } from '../../../shared/entities/campaign-target.ts'
import { certificate } from '../../../shared/entities/certificate.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { permissionOf } from '../../../shared/kit/entity.ts'
import { canGoNow } from '../../kit/api/now-only.ts'
import { useCall } from '../../kit/api/queries.ts'
import { StatusPill } from '../../kit/fields/status-pill.tsx'
import { Ago } from '../../kit/i18n/ago.tsx'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useMay } from '../../kit/session/can.tsx'
import { useRecordPath } from '../../kit/session/homes.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { lazyDialog } from '../../kit/ui/lazy-part.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { Loaded, Skeleton } from '../../kit/ui/states.tsx'
import { useGiveOnce } from '../commands.ts'
import { useMayAsk } from '../use-may-ask.ts'
import css from './pile-network.module.css'

const WriteDialog = lazyDialog(() =>
  import('./network-dialogs.tsx').then((module) => ({ default: module.WriteDialog })),
)
const MoveDialog = lazyDialog(() => import('./network-dialogs.tsx').then((module) => ({ default: module.MoveDialog })))

type View = Data<typeof pileNetwork>
type Slot = View['slots'][number]
type Move = NonNullable<View['move']>

interface Props {
  pileId: number
  /** What can be asked of the pile, in the version that it speaks. */
  commands: readonly string[]
}

type Open = { dialog: 'write' | 'move'; slot: number } | null

function SlotLine({
  slot,
  view,
  commands,
  onOpen,
}: { slot: Slot; view: View; onOpen: (open: Open) => void } & Omit<Props, 'pileId'>) {
  const { t } = useTranslation('certificates')
  const mayAsk = useMayAsk(commands)
  const { slot: number, place, connection } = slot
  const isActive = number === view.active
  const facts = [
    connection?.profile && t(`security.profiles.${connection.profile}`),
    connection?.interface && t(`network.interfaces.${connection.interface}`),
    connection?.apn && t('network.apn', { apn: connection.apn }),
  ]
  return (
    <li>
      <div className={css.head}>
        <b>{t('network.slot', { slot: number })}</b>
        {isActive && <Pill tone="available">{t('network.in_use')}</Pill>}
        <small>{place === null ? t('network.not_tried') : t('network.place', { place })}</small>
      </div>
      <span className={css.address}>{connection?.address ?? t(isActive ? 'network.untold' : 'network.empty')}</span>
      <small>{facts.filter(Boolean).join(' · ')}</small>
      {!isActive && (
        <div className="row">
          {mayAsk(writeNetwork) && view.active !== null && (
            <Button size="small" icon="edit" onClick={() => onOpen({ dialog: 'write', slot: number })}>
              {t('network.write')}
            </Button>
          )}
          {mayAsk(moveNetwork) && connection && view.active !== null && (
            <Button size="small" icon="link" onClick={() => onOpen({ dialog: 'move', slot: number })}>
              {t('network.move')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** How it got on when it was sent to a slot last. */
function LastMove({ move: { campaign_id, slot, state, step, said, stays, at } }: { move: Move }) {
  const { t } = useTranslation(['certificates', 'campaigns'])
  const path = useRecordPath()('campaign', campaign_id)
  const told = said && t(`campaigns:why.${said}`, { defaultValue: said })
  return (
    <div className={css.move}>
      <div className={css.head}>
        <b>{path ? <Link to={path}>{t('network.sent_to', { slot })}</Link> : t('network.sent_to', { slot })}</b>
        <StatusPill entity={campaignTarget} name="state" value={state} />
        <small>
          <Ago at={at} />
        </small>
      </div>
      {step && <span>{t(`campaigns:steps.${step}`)}</span>}
      {told && <span>{told}</span>}
      {stays && <span>{t('network.stays', { slot })}</span>}
    </div>
  )
}

function Slots({ view, pileId, commands }: Props & { view: View }) {
  const { t } = useTranslation('certificates')
  const format = useFormat()
  const mayAsk = useMayAsk(commands)
  const read = useGiveOnce(pileId, readSettings)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <div className={css.parts}>
      <small>{view.read_at ? t('security.read_at', { at: format.ago(view.read_at) }) : t('network.read_first')}</small>
      {view.slots.length > 0 && (
        <ul className={css.slots}>
          {view.slots.map((slot) => (
            <SlotLine
              key={slot.slot}
              slot={slot}
              view={view}
              commands={commands}
              onOpen={(asked) => canGoNow() && setOpen(asked)}
            />
          ))}
        </ul>
      )}
      {view.move && <LastMove move={view.move} />}
      {mayAsk(readSettings) && (
        <div className="row">
          <Button size="small" icon="refresh" busy={read.busy} onClick={() => void read.press({ component: null })}>
            {t('security.read')}
          </Button>
        </div>
      )}
      {open && (
        <Suspense fallback={null}>
          {open.dialog === 'write' ? (
            <WriteDialog pileId={pileId} slot={open.slot} view={view} onClose={close} />
          ) : (
            <MoveDialog pileId={pileId} slot={open.slot} onClose={close} />
          )}
        </Suspense>
      )}
    </div>
  )
}

/** In which slots a pile of 2.x has its connections, and which it uses. */
export function PileNetwork({ pileId, commands }: Props) {
  const { t } = useTranslation('certificates')
  const may = useMay()
  const isShown = may(permissionOf(certificate, 'list')) && commands.includes(writeNetwork.name)
  return isShown ? (
    <Card title={t('network.title')}>
      <Shown pileId={pileId} commands={commands} />
    </Card>
  ) : null
}

function Shown(props: Props) {
  const query = useCall(pileNetwork, { id: props.pileId }, { entities: ['pile', 'campaign_target'] })
  return (
    <Loaded query={query} skeleton={<Skeleton height={160} />}>
      {(view) => <Slots view={view} {...props} />}
    </Loaded>
  )
}
