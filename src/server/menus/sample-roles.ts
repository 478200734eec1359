import type { Kysely } from 'kysely'
import { SAMPLE_ROLES } from '../../shared/domain/sample-roles.ts'
import type { Database } from '../kit/database/tables.ts'
import { catalogue, type Place } from './catalogue.ts'

interface Sample {
  name: string
  alias: string
  remark: string
  /** Whether it carries an entry that lies in this uppermost one. */
  carries(place: Place, group: string): boolean
}

const isAnyOf = (names: string) => {
  const known = new Set(names.split(/\s+/))
  return ({ name }: Place) => known.has(name)
}

// What is said to others, and to which number, is for anyone who may do everything, until they say otherwise.
const isOfOutbox = ({ permission }: Place) => permission?.startsWith('message.') ?? false

const LOOKS = /\.(list|view|export|balance)$/
const BUSINESS = new Set(['dashboard', 'operate', 'assets', 'business'])

// Whom a charge is started for, or lent a card, has to be found: customers, with their numbers masked and without their balances.
const technician =
  isAnyOf(`dashboard site_monitor site_map sites berths berth.update berth.plate piles pile.look labels alarms alarm.handle maintenances
  work_orders work_order.work inspections inspection_plans
  maintenance.create maintenance.update maintenance.delete
  offline_records pile_ranking rejected_connections commands protocol_log customers cards card.allocate
  pile.create pile.update pile.start pile.stop pile.unlock pile.reset pile.availability pile.trigger`)

const finance = isAnyOf(`dashboard orders order.settle order.collect order.supplement order.export
  refunds refund.request refund.review refund.pay refund.confirm refund.export payments payment.export
  customers customer.balance customer.top_up customer.correct customer.export ledger ledger_entry.export cards
  balance_requests balance_request.approve balance_request.export
  merchants merchant.export billing_rules strategies`)

/** What an installation starts with beside its administrator, all of it to be changed; the first three are named in section 6 of the specification. */
const SAMPLES: readonly Sample[] = [
  {
    ...SAMPLE_ROLES.admin,
    carries: (place) => !isOfOutbox(place),
  },
  {
    ...SAMPLE_ROLES.auditor,
    // A page that is there to change something asks for more than a look.
    carries: (place) => !isOfOutbox(place) && LOOKS.test(place.permission ?? ''),
  },
  {
    ...SAMPLE_ROLES.business,
    carries: ({ name }, group) => BUSINESS.has(group) && name !== 'pile.call',
  },
  {
    ...SAMPLE_ROLES.technician,
    carries: technician,
  },
  {
    ...SAMPLE_ROLES.finance,
    carries: finance,
  },
]

/** Adds the sample roles; one that is there already by its name or alias stays as it is. */
export async function seedRoles(db: Kysely<Database>): Promise<void> {
  for (const [at, { carries, ...role }] of SAMPLES.entries()) {
    const made = await db
      .insertInto('role')
      .values({ ...role, sort: (at + 1) * 10 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) continue
    const names = catalogue.flatMap((group) =>
      all(group)
        .filter((place) => carries(place, group.name))
        .map(({ name }) => name),
    )
    await db
      .insertInto('role_menu')
      .columns(['role_id', 'menu_id'])
      .expression(
        db
          .selectFrom('menu')
          .select(({ val }) => [val(made.id).as('role_id'), 'id'])
          .where('built_in', '=', true)
          .where('name', 'in', names),
      )
      .execute()
  }
}

const all = (place: Place): Place[] => [place, ...place.children.flatMap(all)]
