import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DictionaryLeaf } from '../../shared/endpoints/dictionaries.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Icon } from '../kit/ui/icon.tsx'
import css from './dictionaries.module.css'
import type { Group } from './fitting.ts'

interface Props {
  groups: readonly Group[]
  chosen: string | null
  /** While something is looked for nothing is folded. */
  unfolded: boolean
  onChoose: (leaf: DictionaryLeaf) => void
}

/** The records that have choices, and below each its dictionaries. */
export function DictionaryTree({ groups, chosen, unfolded, onChoose }: Props) {
  const { t } = useTranslation('dictionaries')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) =>
    setFolded((all) => new Set(all.has(id) ? [...all].filter((one) => one !== id) : [...all, id]))
  return (
    <ul className={css.tree} aria-label={t('title')}>
      {groups.map((group) => {
        const open = unfolded || !folded.has(group.id)
        return (
          <li key={group.id}>
            <button type="button" className={css.group} aria-expanded={open} onClick={() => toggle(group.id)}>
              <Icon name={open ? 'down' : 'right'} size={14} />
              {group.label}
            </button>
            {open && (
              <ul>
                {group.children.map((leaf) => (
                  <li key={leaf.id}>
                    <Leaf leaf={leaf} chosen={leaf.id === chosen} onChoose={onChoose} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Leaf({ leaf, chosen, onChoose }: { leaf: DictionaryLeaf; chosen: boolean } & Pick<Props, 'onChoose'>) {
  const { t } = useTranslation('dictionaries')
  const format = useFormat()
  return (
    <button
      type="button"
      className={css.leaf}
      aria-current={chosen ? 'true' : undefined}
      onClick={() => onChoose(leaf)}
    >
      <span className="grow">{leaf.label}</span>
      {leaf.changed > 0 && <small>{t('changed', { count: leaf.changed })}</small>}
      <span className={css.count}>{format.number(leaf.values)}</span>
    </button>
  )
}
