import { pinyinIn, saidPart } from '../../../shared/domain/said-part.ts'
import { spell } from '../../../shared/endpoints/shell.ts'
import { useCall } from '../../kit/api/queries.ts'
import { isChinese } from './said.ts'

/** How words are said in pinyin, those of them that Chinese writes; nothing until the server has told. */
export function useSpelled(words: readonly string[]) {
  const chinese = [...new Set(words.filter(isChinese))].sort()
  const asking = { entities: [], enabled: chinese.length > 0, offline: true, beside: true }
  const { data } = useCall(spell, { words: chinese }, asking)
  const readings = new Map(Object.entries(data?.readings ?? {}))
  return {
    /** As the server spells it; empty for what it does not. */
    spelled: (word: string): string => data?.spelled[chinese.indexOf(word)] ?? '',
    /** The part of it that is said as this is typed. */
    said(word: string, typed: string): string | null {
      const letters = isChinese(word) ? pinyinIn(typed) : null
      return letters === null ? null : saidPart(word, letters, readings)
    },
  }
}
