import { type PileCommand, permissionTo } from '../../shared/commands/declare.ts'
import { useMay } from '../kit/session/can.tsx'

/** Whether a person may give a command to a pile that can be asked for these, in the version that it speaks. */
export function useMayAsk(commands: readonly string[]) {
  const may = useMay()
  return (command: PileCommand) => commands.includes(command.name) && may(permissionTo(command))
}
