import { useCallback, useMemo } from 'react'
import { dictionaryName } from '../../../shared/kit/dictionaries.ts'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { Tone } from '../../../shared/kit/fields.ts'
import { useAtomValue } from '../session/store.ts'
import { dictionariesAtom } from './dictionaries.ts'

export interface Choice {
  value: string
  tone: Tone | null
  /** Whether it can be chosen anew; a filter finds what holds it either way. */
  offered: boolean
}

/** A field's values in the operator's order, those that it added among them. */
export function useChoices(entity: Pick<Entity, 'name' | 'fields'>, name: string): readonly Choice[] {
  const dictionaries = useAtomValue(dictionariesAtom)
  const field = entity.fields[name]
  const own = dictionaries.get(dictionaryName(entity, name))
  return useMemo(() => {
    if (own) return own.map(({ value, tone, offered }) => ({ value, tone, offered }))
    return (field?.choices ?? []).map((value) => ({ value, tone: field?.tones?.[value] ?? null, offered: true }))
  }, [own, field])
}

/** The hue of each of a field's states. */
export function useTones(entity: Pick<Entity, 'name' | 'fields'>, name: string): (value: string) => Tone {
  const choices = useChoices(entity, name)
  const declared = entity.fields[name]?.tones
  return useCallback(
    (value: string) => choices.find((choice) => choice.value === value)?.tone ?? declared?.[value] ?? 'offline',
    [choices, declared],
  )
}
