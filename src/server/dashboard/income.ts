import { type RawBuilder, sql } from 'kysely'
import type { Dashboard } from '../../shared/endpoints/dashboard.ts'
import type { Looking } from '../kit/context.ts'
import { daysIn, plusDays } from '../kit/figures/periods.ts'
import { type Built, builtUntil, type DaySpan, figuresIn, partOfDay } from '../kit/figures/read.ts'
import { EVER, sessionsBefore } from '../kit/figures/sessions-before.ts'
import type { Before } from './days.ts'

/** What a day brought, money and all. */
export type Day = { [Figure in keyof Dashboard['trend'][number]]: NonNullable<Dashboard['trend'][number][Figure]> }
export type Sums = Omit<Day, 'day'>

const sums = sql`coalesce(sum(electricity_cents), 0)::bigint as electricity_cents, coalesce(sum(service_cents), 0)::bigint as service_cents,
  coalesce(sum(occupation_cents), 0)::bigint as occupation_cents, coalesce(sum(refunded_cents), 0)::bigint as refunded_cents,
  coalesce(sum(energy_wh), 0)::bigint as energy_wh, coalesce(sum(sessions), 0)::bigint as services`

/** Sums of the figures of one person's days. */
export class Income {
  readonly #looking: Looking
  readonly #built: Built

  private constructor(looking: Looking, built: Built) {
    this.#looking = looking
    this.#built = built
  }

  static async of(looking: Looking): Promise<Income> {
    return new Income(looking, await builtUntil(looking.db))
  }

  /** What ended on each day, and what was paid back on it, whenever its order ended; days without either are there, with nothing. */
  async byDay(span: DaySpan): Promise<Day[]> {
    const { rows } = await sql<Day>`select to_char(day, 'YYYY-MM-DD') as day, ${sums}
      from ${this.#figures(span)} f group by f.day`.execute(this.#looking.db)
    const found = new Map(rows.map((row) => [row.day, row]))
    return Array.from({ length: daysIn(span) }, (_, at) => {
      const day = plusDays(span.from, at)
      return found.get(day) ?? { day, ...NOTHING }
    })
  }

  /** How many sessions had ended when a day began. */
  async servicesBefore(day: string): Promise<number> {
    const { db, person } = this.#looking
    const services = sessionsBefore(this.#built, { person, day })
    const { rows } = await sql<{ services: number }>`select ${services} as services`.execute(db)
    return rows[0]?.services ?? 0
  }

  /** What whole days brought and a part of one more; null when nothing had ended before at all: there is nothing to compare with. */
  async before({ whole, part }: Before, today: string): Promise<Sums | null> {
    const [days, rest] = await Promise.all([
      whole ? this.#sumOf(sql`${this.#figures(whole)} f`) : NOTHING,
      part ? this.part(part, today) : NOTHING,
    ])
    const all = sumOf([days, rest])
    const first = whole?.from ?? part
    return all.services > 0 || (first && (await this.#anyBefore(first))) ? all : null
  }

  /** What an earlier day had brought, at each site, when its clock showed what it shows now. */
  async part(day: string, today: string): Promise<Sums> {
    return this.#sumOf(sql`${await partOfDay(this.#looking, day, today)} f`)
  }

  async #sumOf(figures: RawBuilder<unknown>): Promise<Sums> {
    const { rows } = await sql<Sums>`select ${sums} from ${figures}`.execute(this.#looking.db)
    return rows[0] as Sums
  }

  async #anyBefore(day: string): Promise<boolean> {
    const { rows } =
      await sql`select from ${this.#figures({ from: EVER, to: plusDays(day, -1) })} f where f.sessions > 0 limit 1`.execute(
        this.#looking.db,
      )
    return rows.length > 0
  }

  #figures(span: DaySpan) {
    return figuresIn(this.#built, 'site', { person: this.#looking.person, span })
  }
}

const NOTHING: Sums = {
  ...{ electricity_cents: 0, service_cents: 0, occupation_cents: 0, refunded_cents: 0 },
  ...{ energy_wh: 0, services: 0 },
}
const FIGURES = Object.keys(NOTHING) as (keyof Sums)[]

export const sumOf = (parts: readonly Sums[]): Sums =>
  Object.fromEntries(
    FIGURES.map((figure) => [figure, parts.reduce((sum, part) => sum + part[figure], 0)]),
  ) as unknown as Sums

type Kinds = Pick<Sums, 'electricity_cents' | 'service_cents' | 'occupation_cents' | 'refunded_cents'>
/** What orders brought less what went back: revenue by the end of a session, refunds by the day on which they were paid. */
export const incomeOf = (sums: Kinds) =>
  sums.electricity_cents + sums.service_cents + sums.occupation_cents - sums.refunded_cents
