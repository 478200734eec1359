import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/ui/button.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import css from './configuration.module.css'
import type { SettingListProps } from './setting-list-props.ts'
import type { SettingGroup } from './setting-rows.ts'
import { useSettingWords } from './use-setting-words.ts'

type Props = Pick<SettingListProps, 'folding'> & { group: SettingGroup }

/** What a group is called: a part of OCPP 1.6, or a component with its name in the standard. */
export function GroupTitle({ group, folding }: Props) {
  const { t } = useTranslation('configuration')
  const words = useSettingWords()
  const { profile, component, rows } = group
  const ours = component ? words.component(component) : t(`profile.${profile}`)
  const title = (
    <>
      {ours || component} {ours && component && ours !== component && <small>{component}</small>}{' '}
      <span className={css.count}>{rows.length}</span>
    </>
  )
  if (!folding.folds) return title
  return (
    <button
      type="button"
      className={css.fold}
      aria-expanded={folding.isOpen(group)}
      onClick={() => folding.toggle(group)}
    >
      <Icon name="down" size={16} />
      <span>{title}</span>
    </button>
  )
}

/** Has the pile tell a component's variables anew. */
export function AskGroup({ group: { component }, onAsk }: Pick<SettingListProps, 'onAsk'> & { group: SettingGroup }) {
  const { t } = useTranslation('configuration')
  if (!component || !onAsk) return null
  return (
    <Button look="quiet" icon="refresh" label={t('ask_component', { component })} onClick={() => onAsk(component)} />
  )
}

/** The next of a long group's rows. */
export function MoreRows({ group, folding }: Props) {
  const { t } = useTranslation('configuration')
  const left = folding.left(group)
  if (left === 0) return null
  return <Button onClick={() => folding.more(group)}>{t('show_more', { count: left })}</Button>
}
