import { command } from '../../shared/entities/command.ts'
import { useWords } from '../kit/i18n/use-words.ts'

/** A command in words. */
export const CommandWord = ({ name }: { name: string }) => useWords(command).choice('action', name)
