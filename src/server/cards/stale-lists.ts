import { sql } from 'kysely'
import { inCalls } from '../../shared/domain/card-list.ts'
import type { Intent, ListedCard } from '../../shared/domain/intent.ts'
import { limitsOf, listVersion } from './lists/list-plan.ts'
import { forgetRefused, listAlarm, noteRefused } from './lists/refused-entries.ts'
import type { PileAnswer, StalePilePorts } from './ports.ts'

/** So many at once at the most; a pile may take fewer. */
const AT_ONCE = 10
/** Another person sends it lists at the same moment. */
const MOST_TRIES = 3
const DIFFERS = 'LocalListDiffers'

interface Due {
  tag: string
  id_tag: string
  due: 'blocked' | 'absent'
}

/**
 * Brings local authorization lists up to date with cards that were taken out of use. The entry is kept as Blocked, not removed:
 * a pile that lets unknown cards in while it is offline has to refuse a blocked one (OCPP 1.6, 3.5.4). When the card is good
 * again, the entry that was blocked here is removed, so that the pile asks us.
 */
export class StaleLists {
  readonly #ports: StalePilePorts

  constructor(ports: StalePilePorts) {
    this.#ports = ports
  }

  /** Whether the pile answered, be it with a no. What it took is folded into its list by the database as its answer is kept. */
  async tell(pile_id: number): Promise<boolean> {
    for (let told = false; ; told = true) {
      const due = await this.#due(pile_id)
      if (!due.length) {
        if (told) await forgetRefused(this.#ports, pile_id)
        return true
      }
      const said = await this.#send(pile_id, due)
      if (said === null) return false
      if (said.isYes) continue
      await noteRefused(
        this.#ports,
        pile_id,
        said.word,
        due.map(({ tag }) => tag),
      )
      return true
    }
  }

  /** As many as go into one call. */
  async #due(pile_id: number): Promise<Due[]> {
    const { db } = this.#ports
    const due = await db
      .selectFrom('local_list_entry')
      .select(['tag', 'id_tag', sql<Due['due']>`due`.as('due')])
      .where('pile_id', '=', pile_id)
      .where('due', 'is not', null)
      .orderBy('tag')
      .limit(AT_ONCE)
      .execute()
    if (due.length < 2) return due
    const [first] = inCalls(due.map(change), await limitsOf(db, pile_id))
    return due.slice(0, first?.cards.length)
  }

  /**
   * A pile whose list is newer than ours was changed by another person. It is flagged and a person is told; the change is sent once
   * more above the pile's own version, for it is right whatever else is in the list.
   */
  async #send(pile_id: number, due: readonly Due[]): Promise<PileAnswer | null> {
    let version = await listVersion(this.#ports.db, pile_id)
    let said: PileAnswer | null = null
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      said = await this.#ports.ask(pile_id, listChange(version + 1, due))
      if (said?.word.toLowerCase() !== 'versionmismatch') return said
      const known = await listVersion(this.#ports.db, pile_id)
      if (known > version) {
        version = known // a list that went out meanwhile
        continue
      }
      const asked = await this.#ports.ask(pile_id, { ask: 'card_list_version' })
      const theirs = asked?.list_version ?? Number.NaN
      await this.#differs(pile_id, `version ${Number.isFinite(theirs) ? theirs : '?'}, known ${version}`)
      if (!(theirs > version)) return said
      version = theirs
    }
    return said
  }

  async #differs(pile_id: number, detail: string): Promise<void> {
    this.#ports.flag(pile_id, 'list_differs', detail)
    await this.#ports.alarms.raise({ id: pile_id }, listAlarm(DIFFERS, detail))
  }
}

const listChange = (version: number, due: readonly Due[]): Intent => ({
  ask: 'update_card_list',
  version,
  full: false,
  cards: due.map(change),
})

const change = ({ id_tag: card_number, due }: Due): ListedCard => ({
  ...{ card_number, status: due === 'blocked' ? 'Blocked' : null },
})
