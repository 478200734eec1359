import { derived } from '../kit/process-state.ts'
import type { Sign } from './command-sign.ts'
import type { FollowedCommand } from './followed-command.ts'

/** A boot notification that someone asked for shows no boot. */
const asksFor = ({ intent, effect }: FollowedCommand, sign: Sign): boolean =>
  intent?.ask === 'trigger' && effect !== null && effect.look(sign) !== null

/** Of one pile; beyond them the oldest are no longer followed and stay as they are known. */
const MOST_A_PILE = 200

/**
 * Commands that a pile's words or deeds may still change, by pile. A message of a pile of which nobody waits for anything
 * costs one look-up. Derived: what a process held is in the commands' table, and its next start takes it up from there.
 */
export class FollowedCommands {
  readonly #ofPiles = new Map<number, Set<FollowedCommand>>()
  readonly state = derived('followed_commands', () =>
    [...this.#ofPiles.values()].reduce((all, { size }) => all + size, 0),
  )

  add(followed: FollowedCommand): void {
    const { pile_id } = followed.command
    const all = this.#ofPiles.get(pile_id) ?? new Set()
    this.#ofPiles.set(pile_id, all.add(followed))
    followed.onLeave(() => this.#drop(followed))
    const [oldest] = all
    if (all.size > MOST_A_PILE) oldest?.leave()
  }

  of(pile_id: number): FollowedCommand[] {
    return [...(this.#ofPiles.get(pile_id) ?? [])]
  }

  has({ id, pile_id }: { id: number; pile_id: number }): boolean {
    return this.of(pile_id).some(({ command }) => command.id === id)
  }

  /** Another node follows those of this pile. A call under way still says how it ended, where it was not taken over before. */
  movedOut(pile_id: number): void {
    for (const followed of this.of(pile_id)) if (followed.status !== 'sent') followed.leave()
  }

  sign(pile_id: number, sign: Sign): void {
    const all = this.#ofPiles.get(pile_id)
    if (!all) return
    const isAskedFor = sign.shows === 'boot' && [...all].some((followed) => asksFor(followed, sign))
    for (const followed of all) if (!isAskedFor || asksFor(followed, sign)) followed.hear(sign)
  }

  /** The command whose call had this unique id and no answer. */
  unanswered(pile_id: number, unique_id: string): FollowedCommand | undefined {
    return this.of(pile_id).find((followed) => followed.unique_id === unique_id && followed.status === 'timed_out')
  }

  #drop(followed: FollowedCommand): void {
    const all = this.#ofPiles.get(followed.command.pile_id)
    all?.delete(followed)
    if (all?.size === 0) this.#ofPiles.delete(followed.command.pile_id)
  }
}
