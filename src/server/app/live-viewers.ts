import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { type Kysely, sql } from 'kysely'
import { entities } from '../../shared/entities/index.ts'
import type { Entity } from '../../shared/kit/entity.ts'
import type { Auth } from '../auth/auth.ts'
import { findPeople } from '../auth/find-people.ts'
import type { Database } from '../kit/database/tables.ts'
import { may, narrowed, type Person } from '../kit/person.ts'
import { theirsOf } from '../kit/reach/hold.ts'
import { reachKey } from '../kit/reach/reach.ts'
import type { Identify, Renew, Viewer, ViewerReach } from '../live/viewer.ts'
import { type WallPeople, wallsNow } from '../walls/wall-people.ts'
import type { Telling } from './telling-nodes.ts'

/** Who looks at the live channel. Person and token have their ends: a viewer is told nothing after either. */
export function liveViewers(db: Kysely<Database>, { people, walls }: Looks): { identify: Identify; renew: Renew } {
  return {
    async identify(token) {
      const wall = await walls.identify(token)
      if (wall) return wallViewer(db, wall)
      const person = await people.identify(token)
      if (!person || person.must_enrol) return null
      const expires_at = (decodeJwt(token).exp ?? 0) * 1000
      const menus = await menuStamps(db, [person.id])
      return viewerOf(db, person, { expires_at, menu: menus.get(person.id) })
    },
    async renew(all) {
      const shown = await wallsNow(db, all.flatMap(wallOf))
      const viewers = all.filter(({ user_id }) => user_id !== 0)
      const bearers = viewers.map(({ sign_in, user_id }) => ({ family: sign_in, user_id }))
      const ids = [...new Set(bearers.map(({ user_id }) => user_id))]
      const [now, menus] = await Promise.all([findPeople(db, bearers), menuStamps(db, ids)])
      return new Map([
        ...now
          .filter(({ must_enrol }) => !must_enrol)
          .map(
            (person) => [person.session, viewerOf(db, person, { expires_at: 0, menu: menus.get(person.id) })] as const,
          ),
        ...shown.map((wall) => [wall.session, wallViewer(db, wall)] as const),
      ])
    },
  }
}

interface Looks {
  people: Auth['people']
  walls: WallPeople
}

/** A screen on a wall has no menu, and its key does not run out. */
const wallViewer = (db: Kysely<Database>, wall: Person): Viewer =>
  viewerOf(db, wall, { expires_at: Number.MAX_SAFE_INTEGER, menu: undefined })

/** The display that a viewer is a screen of. */
const wallOf = ({ user_id, sign_in }: Viewer): number[] => (user_id === 0 ? [Number(sign_in.split(' ')[1])] : [])

interface More {
  expires_at: number
  menu: string | undefined
}

function viewerOf(db: Kysely<Database>, person: Person, { expires_at, menu }: More): Viewer {
  const rights = person.grants.map(({ permissions, reach }) => [permissions, reachKey(reach)])
  return {
    sign_in: person.session,
    user_id: person.id,
    expires_at,
    rights: createHash('sha256')
      .update(JSON.stringify([menu, person.roles, rights]))
      .digest('base64'),
    may: (permission) => may(person, permission),
    sight: onceFor((permission) => sightOf(db, narrowed(person, permission), permission)),
  }
}

/** Asked with each change that is told, and long where someone reaches much. */
function onceFor<T>(make: (permission: string) => T): (permission: string) => T {
  const made = new Map<string, T>()
  return (permission) => {
    const known = made.get(permission)
    if (known !== undefined) return known
    const value = make(permission)
    made.set(permission, value)
    return value
  }
}

function sightOf(db: Kysely<Database>, person: Person, permission: string): ViewerReach | null {
  const { reach } = person
  if (reach === null) return null
  return {
    // Themselves is what each one alone reaches.
    key: `${reachKey(reach)} ${reach.peers} ${permission === 'user.list' ? reach.user_id : ''}`,
    async theirs(name, ids) {
      const entity = (entities as Record<string, Entity>)[name]
      if (!entity) return { ids: [], gone: false }
      const [theirs, all] = await Promise.all([
        theirsOf(db, person, entity, ids),
        theirsOf(db, { ...person, reach: null }, entity, ids),
      ])
      return { ids: theirs, gone: all.length < new Set(ids).size }
    },
  }
}

/** Of each person another one after each change of the menu, and of what gives them entries: those without a permission are no right. */
async function menuStamps(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; stamp: string }>`
    select u.id, concat_ws(' ', m.stamp,
        (select sum(r.version) from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id),
        (select count(*) from user_route a where a.user_id = u.id)) as stamp
    from unnest(${[...ids]}::bigint[]) as u (id),
      (select concat_ws(' ', count(*), max(id), sum(version)) as stamp from menu) m`.execute(db)
  return new Map(rows.map(({ id, stamp }) => [id, stamp]))
}

/** What a reach is made of: who makes a site reaches it with the next call. */
const REACH_OF = new Set(['site', 'pile', 'merchant', 'dept'])

/** What a person's call changed is told, and counts for everybody's reach from the next call on. */
export const changedBy =
  ({ people }: Pick<Auth, 'people'>, live: Telling) =>
  (entity: string, id: number) => {
    if (REACH_OF.has(entity)) people.forget()
    live.changed(entity, id)
    // Its name stands on everybody's console, no matter who may look into the settings.
    if (entity === 'setting') live.changed('product', id)
  }
