import { atom } from 'jotai/vanilla'
import type { DictionaryItem, DictionaryValues } from '../../../shared/endpoints/dictionary-values.ts'
import { store } from '../session/store.ts'

/** What an operator made of the console's choices, by the dictionary's name; what is not in it is as the console has it. */
export type Dictionaries = ReadonlyMap<string, readonly DictionaryItem[]>

export const dictionariesAtom = atom<Dictionaries>(new Map())

export const byName = (dictionaries: readonly DictionaryValues[]): Dictionaries =>
  new Map(dictionaries.map(({ name, items }) => [name, items]))

let held: readonly DictionaryValues[] | undefined

/** Every word of a screen follows them, so the same ones are not put there twice. */
export function holdDictionaries(given: readonly DictionaryValues[]) {
  if (given === held) return
  held = given
  store.set(dictionariesAtom, byName(given))
}

/** A value's word in a language where the operator has a say in it. */
export function ownLabel(
  dictionaries: Dictionaries,
  name: string,
  { value, language }: { value: string; language: string },
) {
  const labels = dictionaries.get(name)?.find((item) => item.value === value)?.labels
  return labels?.[language as keyof typeof labels]
}
