import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router-dom'
import { version } from '../../../package.json'
import { useMenuTitle } from '../kit/i18n/menu-title.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useNow } from '../kit/i18n/use-now.ts'
import { useMay } from '../kit/session/can.tsx'
import { isInstalled } from '../kit/session/device.ts'
import { menuAtom, personAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { Card } from '../kit/ui/card.tsx'
import { Icon, type IconName } from '../kit/ui/icon.tsx'
import { isIcon } from '../kit/ui/more-icon.tsx'
import { Page } from '../kit/ui/page.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { OUTBOX } from '../offline/offline-banner.tsx'
import { OpenerLine } from '../offline/opener-line.tsx'
import { decisionsAtom } from '../offline/sending.ts'
import { useTodos } from '../todos/use-todos.ts'
import { OwnPicture } from '../user-centre/own-picture.tsx'
import { InstallSteps } from './install/install-steps.tsx'
import { StartChoice } from './install/start-choice.tsx'
import { useInstallWay } from './install/use-install.ts'
import css from './me-page.module.css'
import { menuGroups } from './menu/menu-entries.ts'
import { badge } from './shell/open-alarms.ts'
import shell from './shell/shell.module.css'
import { signOut } from './sign-out.ts'
import { takenAlongAtom } from './take-along.ts'
import { TAKEN } from './taking.ts'

function MenuLists() {
  const menu = useAtomValue(menuAtom)
  const titled = useMenuTitle()
  return menuGroups(menu).map((group) => (
    <section key={group.key}>
      {group.heading && <h2 className={css.heading}>{titled(group.heading)}</h2>}
      <Card flush className={css.list ?? ''}>
        {group.entries.map((entry) => {
          const inside = (
            <>
              <Icon name={isIcon(entry.icon) ? entry.icon : 'list'} />
              <span className="grow">{titled(entry)}</span>
              <Icon name={entry.href ? 'link' : 'right'} size={16} />
            </>
          )
          return entry.href ? (
            <a key={entry.key} className={css.item} href={entry.href} target="_blank" rel="noopener noreferrer">
              {inside}
            </a>
          ) : (
            <Link key={entry.key} className={css.item} to={entry.to ?? '/'}>
              {inside}
            </Link>
          )
        })}
      </Card>
    </section>
  ))
}

function Press({ icon, onPress, children }: { icon: IconName; onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className={css.item} onClick={onPress}>
      <Icon name={icon} />
      <span className="grow">{children}</span>
    </button>
  )
}

function Who() {
  const user = useAtomValue(personAtom)?.user
  const name = user?.name || user?.userName || ''
  return (
    <Link className={css.who} to="/usercenter">
      <OwnPicture name={name} className={shell.avatar ?? ''} />
      <span className="grow">
        <b>{name}</b>
        <br />
        <small>{[user?.userName, ...(user?.role ?? [])].join(' · ')}</small>
      </span>
      <Icon name="right" size={16} />
    </Link>
  )
}

function Own() {
  const { t } = useTranslation(['shell', 'offline', 'sites'])
  const may = useMay()
  const unsent = useAtomValue(decisionsAtom).length
  const waiting = useTodos().data?.total ?? 0
  return (
    <Card flush className={css.list ?? ''}>
      <Link className={css.item} to="/todo">
        <Icon name="check" />
        <span className="grow">{t('todos')}</span>
        {waiting > 0 && <b>{badge(waiting)}</b>}
        <Icon name="right" size={16} />
      </Link>
      {may('pile.list') && (
        <Link className={css.item} to="/walk">
          <Icon name="route" />
          <span className="grow">{t('sites:walk')}</span>
          <Icon name="right" size={16} />
        </Link>
      )}
      {unsent > 0 && (
        <Link className={css.item} to={OUTBOX}>
          <Icon name="offline" />
          <span className="grow">{t('offline:outbox.title')}</span>
          <b>{badge(unsent)}</b>
          <Icon name="right" size={16} />
        </Link>
      )}
      <Link className={css.item} to="/usercenter">
        <Icon name="person" />
        <span className="grow">{t('person.centre')}</span>
        <Icon name="right" size={16} />
      </Link>
    </Card>
  )
}

/** What is there without a network, how much of it and how old; and that there was no room for all of it. */
function TakenHere() {
  const { t } = useTranslation('taken_along')
  const format = useFormat()
  const now = useNow()
  const taken = useAtomValue(takenAlongAtom)
  if (!taken) return null
  const { counts, bytes, budget, at, full } = taken
  const megabytes = (of: number) => format.number(of / 1_000_000, 1)
  const kinds = TAKEN.filter((kind) => counts[kind]).map((kind) => t(kind, { count: counts[kind] ?? 0 }))
  return (
    <Card title={t('title')}>
      <p>{kinds.join(' · ') || t('nothing')}</p>
      <small>
        {t('size', {
          bytes: megabytes(bytes),
          budget: megabytes(budget),
          age: format.ago(at, Math.max(now, Date.now())),
        })}
      </small>
      {full && <p>{t('full')}</p>}
    </Card>
  )
}

/** A phone's way to everything: oneself, the rest of the menu, signing out. Where there is room the menu stands beside the page. */
export function MePage() {
  const { t } = useTranslation('shell')
  const install = useInstallWay()
  const [steps, setSteps] = useState(false)
  if (useWide()) return <Navigate to="/usercenter" replace />
  return (
    <Page title={t('me.title')}>
      <Card>
        <Who />
      </Card>
      <Own />
      <MenuLists />
      {isInstalled() && <StartChoice />}
      <OpenerLine boxed />
      <Card flush className={css.list ?? ''}>
        {install && (
          <Press icon="download" onPress={() => (install === 'steps' ? setSteps(true) : void install.ask())}>
            {t('person.install')}
          </Press>
        )}
        <Press icon="exit" onPress={() => void signOut()}>
          {t('person.sign_out')}
        </Press>
      </Card>
      {steps && (
        <Suspense fallback={null}>
          <InstallSteps onClose={() => setSteps(false)} />
        </Suspense>
      )}
      <TakenHere />
      <small>{t('person.version', { version })}</small>
    </Page>
  )
}
