import type { PileCommand } from '../../shared/commands/declare.ts'
import { useCommandWords, useGiveOnce } from './commands.ts'
import { isConnected, type PileView, pileOf } from './page/pile.ts'
import { useMayAsk } from './use-may-ask.ts'

/** What can be asked of a connected pile by one press. */
export function useAsking(view: PileView, command: PileCommand) {
  const isOffered = useMayAsk(view.commands)
  const giving = useGiveOnce(pileOf(view).id, command)
  const words = useCommandWords(command)
  const mayAsk = isOffered(command) && isConnected(pileOf(view))
  return { ...giving, mayAsk, name: words.name }
}
