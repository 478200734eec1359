import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { raiseProfile } from '../../../shared/commands/raise-profile.ts'
import { deleteCertificate, installCertificate, listCertificates } from '../../../shared/commands/roots.ts'
import {
  CERTIFICATE_USES,
  type CertificateUse,
  ROOT_USES,
  type RootUse,
} from '../../../shared/domain/root-certificate.ts'
import { LOWER, pileSecurity } from '../../../shared/endpoints/security.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { canGoNow } from '../../kit/api/now-only.ts'
import { useCall } from '../../kit/api/queries.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { Can } from '../../kit/session/can.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Fact, Facts } from '../../kit/ui/facts.tsx'
import { Loaded, Skeleton } from '../../kit/ui/states.tsx'
import { useGive } from '../commands.ts'
import { useMayAsk } from '../use-may-ask.ts'
import css from './pile-security.module.css'
import { InstallDialog, LowerDialog, RaiseDialog } from './security-dialogs.tsx'

type Security = Data<typeof pileSecurity>
type Root = Security['roots'][number]

interface Props {
  pileId: number
  /** What can be asked of the pile, in the version that it speaks. */
  commands: readonly string[]
}

function RootLine({ root, pileId, commands }: Props & { root: Root }) {
  const { t } = useTranslation('certificates')
  const format = useFormat()
  const remove = useGive(pileId, deleteCertificate)
  const mayAsk = useMayAsk(commands)
  const { known, serial_number: serial, children, algorithm } = root
  return (
    <li>
      <span>
        <b>{known?.name ?? t('security.unknown_root', { serial })}</b>
        <small>
          {[
            known && t('security.until', { at: format.moment(known.valid_to) }),
            root.serves && t('security.serves'),
            children.length > 0 && t('security.children', { serials: children.join(', ') }),
            t('security.hash', { algorithm }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      {mayAsk(deleteCertificate) && (
        <Button size="small" look="quiet" danger onClick={() => void remove({ installed_id: root.id })}>
          {t('security.delete')}
        </Button>
      )}
    </li>
  )
}

const isRoot = (use: CertificateUse): use is RootUse => ROOT_USES.some((one) => one === use)

function Roots({ use, security, pileId, commands }: Props & { use: CertificateUse; security: Security }) {
  const { t } = useTranslation('certificates')
  const format = useFormat()
  const read = useGive(pileId, listCertificates)
  const mayAsk = useMayAsk(commands)
  const [installing, setInstalling] = useState(false)
  const at = security.read_at[use]
  const roots = security.roots.filter((root) => root.use === use)
  return (
    <div className={css.roots}>
      <div className={css.head}>
        <b>{t(`security.roots_${use}`)}</b>
        <small>{at ? t('security.read_at', { at: format.ago(at) }) : t('security.unread')}</small>
      </div>
      {at && roots.length === 0 && <span>{t('security.none')}</span>}
      {roots.length > 0 && (
        <ul>
          {roots.map((root) => (
            <RootLine key={root.id} root={root} pileId={pileId} commands={commands} />
          ))}
        </ul>
      )}
      <div className="row">
        {mayAsk(listCertificates) && (
          <Button size="small" icon="refresh" onClick={() => void read({ use })}>
            {t('security.read')}
          </Button>
        )}
        {isRoot(use) && mayAsk(installCertificate) && (
          <Button size="small" icon="upload" onClick={() => setInstalling(canGoNow())}>
            {t('security.install')}
          </Button>
        )}
      </div>
      {installing && isRoot(use) && (
        <Suspense fallback={null}>
          <InstallDialog pileId={pileId} use={use} onClose={() => setInstalling(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** What charging by contract rests on: few piles have any of it. */
const isOfContracts = (use: CertificateUse) => use !== 'central' && use !== 'manufacturer'

function Standing({ security, pileId, commands }: Props & { security: Security }) {
  const { t } = useTranslation('certificates')
  const [open, setOpen] = useState<'raise' | 'lower' | null>(null)
  const { connected_profile, floor, wanted } = security
  const close = () => setOpen(null)
  const mayAsk = useMayAsk(commands)
  const asksForRoots = commands.includes(listCertificates.name)
  const shown = CERTIFICATE_USES.filter((use) => (asksForRoots && security.uses.includes(use)) || security.read_at[use])
  const ofContracts = shown.filter(isOfContracts)
  const rootsOf = (use: CertificateUse) => (
    <Roots key={use} use={use} security={security} pileId={pileId} commands={commands} />
  )
  return (
    <div className={css.parts}>
      <Facts>
        <Fact label={t('security.connected')}>
          {connected_profile === null ? t('security.never') : t(`security.profiles.${connected_profile}`)}
        </Fact>
        <Fact label={t('security.floor')}>
          {floor === 0 ? t('security.floor_any') : t('security.floor_from', { profile: floor })}
        </Fact>
        {wanted !== null && <Fact label={t('security.wanted')}>{t('security.wanted_text', { profile: wanted })}</Fact>}
      </Facts>
      <div className="row">
        {floor < 3 && mayAsk(raiseProfile) && (
          <Button icon="lock" onClick={() => canGoNow() && setOpen('raise')}>
            {t('security.raise')}
          </Button>
        )}
        {(floor > 0 || wanted !== null) && (
          <Can permission={LOWER}>
            <Button danger onClick={() => canGoNow() && setOpen('lower')}>
              {t('security.lower')}
            </Button>
          </Can>
        )}
      </div>
      {shown.filter((use) => !isOfContracts(use)).map(rootsOf)}
      {ofContracts.length > 0 && (
        <details className={css.contracts}>
          <summary>{t('security.contracts')}</summary>
          <div className={css.parts}>{ofContracts.map(rootsOf)}</div>
        </details>
      )}
      {open === 'raise' && (
        <Suspense fallback={null}>
          <RaiseDialog pileId={pileId} onClose={close} />
        </Suspense>
      )}
      {open === 'lower' && (
        <Suspense fallback={null}>
          <LowerDialog pileId={pileId} floor={floor} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

/** By what a pile connects, what lets it in, and which roots it believes. */
export function PileSecurity({ pileId, commands }: Props) {
  const { t } = useTranslation('certificates')
  const query = useCall(pileSecurity, { id: pileId }, { entities: ['pile', 'root_certificate'] })
  return (
    <Card title={t('security.title')}>
      <Loaded query={query} skeleton={<Skeleton height={200} />}>
        {(security) => <Standing security={security} pileId={pileId} commands={commands} />}
      </Loaded>
    </Card>
  )
}
