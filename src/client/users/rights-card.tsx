import { useTranslation } from 'react-i18next'
import { userRights } from '../../shared/endpoints/people.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { useCall } from '../kit/api/queries.ts'
import { useRightTitle } from '../kit/i18n/menu-title.ts'
import { menuAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { Card } from '../kit/ui/card.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import { Banner, Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import { type Right, type RightsGroup, rightsByPage } from './rights.ts'
import css from './users.module.css'

/** Where a permission comes from, or that it was taken. */
function Source({ right: { roles, added, removed } }: { right: Right }) {
  const { t } = useTranslation('people')
  if (removed) return <Pill tone="faulted">{t('rights.removed')}</Pill>
  return (
    <span className="row">
      {added && <Pill tone="reserved">{t('rights.added')}</Pill>}
      {roles.length > 0 && <small>{t('rights.from', { roles: roles.join(', ') })}</small>}
    </span>
  )
}

function Group({ group: { titles, rights } }: { group: RightsGroup }) {
  const { t } = useTranslation('people')
  const titled = useRightTitle()
  /** The page's own is to see it; a code that the menu does not hold stands for itself. */
  function nameOf(right: Right) {
    if (!right.titles) return right.code
    return right.titles === titles ? t('rights.see') : titled(right.titles)
  }
  return (
    <section>
      <h3 className={css.group}>{titles ? titled(titles) : t('rights.elsewhere')}</h3>
      <ul className={css.rights}>
        {rights.map((right) => (
          <li key={right.code} className={css.right}>
            <span className={right.removed ? css.taken : undefined}>
              {nameOf(right)} {right.titles && <small>{right.code}</small>}
            </span>
            <Source right={right} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Whether they sign in with two steps; in words, as a warning where a role asks for what is not there. */
function SecondStep({ enrolled, required_by }: Data<typeof userRights>['second_step']) {
  const { t } = useTranslation('people')
  if (!enrolled && required_by.length > 0)
    return (
      <Banner tone="waiting" icon="warning">
        {t('factors.asked', { roles: required_by.join(', ') })}
      </Banner>
    )
  return <p className={css.step}>{t(enrolled ? 'factors.on' : 'factors.off')}</p>
}

/** What someone may do, and where each of it comes from. */
export function RightsCard({ id }: { id: number }) {
  const { t } = useTranslation('people')
  const menu = useAtomValue(menuAtom)
  const query = useCall(userRights, { id }, { entities: ['user', 'role', 'menu'] })
  return (
    <Card title={t('rights.title')}>
      <Loaded query={query} skeleton={<Skeleton height={160} />}>
        {(rights) => {
          const everything = rights.permissions.find(({ code }) => code === '*')
          const groups = rightsByPage(rights, menu)
          return (
            <>
              <SecondStep {...rights.second_step} />
              {rights.disabled_roles.length > 0 && (
                <Banner tone="waiting" icon="warning">
                  {t('rights.disabled_roles', { roles: rights.disabled_roles.map(({ title }) => title).join(', ') })}
                </Banner>
              )}
              {everything && (
                <Banner tone="charging" icon="info">
                  {t('rights.everything', { roles: everything.roles.map(({ title }) => title).join(', ') })}
                </Banner>
              )}
              {groups.length === 0 && !everything && <Empty icon="unlock" text={t('rights.none')} />}
              {groups.map((group) => (
                <Group key={group.key} group={group} />
              ))}
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}
