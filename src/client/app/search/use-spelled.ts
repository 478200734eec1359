import { spell } from '../../../shared/endpoints/shell.ts'
import { useCall } from '../../kit/api/queries.ts'
import { isChinese } from './said.ts'

/** How words are said in pinyin, those of them that Chinese writes; empty until the server has told. */
export function useSpelled(words: readonly string[]): (word: string) => string {
  const chinese = [...new Set(words.filter(isChinese))].sort()
  const query = useCall(
    spell,
    { words: chinese },
    { entities: [], enabled: chinese.length > 0, offline: true, beside: true },
  )
  const said = query.data ?? []
  return (word) => said[chinese.indexOf(word)] ?? ''
}
