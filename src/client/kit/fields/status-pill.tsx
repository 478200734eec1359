import type { Entity } from '../../../shared/kit/entity.ts'
import { useTones } from '../dictionaries/use-choices.ts'
import { useWords } from '../i18n/use-words.ts'
import { Pill } from '../ui/pill.tsx'

interface Props {
  entity: Pick<Entity, 'name' | 'fields'>
  /** The field; `status` unless said. */
  name?: string
  value: string
}

/** A record's state in the operator's word and hue. */
export function StatusPill({ entity, name = 'status', value }: Props) {
  const toneOf = useTones(entity, name)
  return <Pill tone={toneOf(value)}>{useWords(entity).choice(name, value)}</Pill>
}
