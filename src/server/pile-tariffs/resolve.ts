import type { Intent } from '../../shared/domain/intent.ts'
import { idAgain, obstacleTo } from '../../shared/domain/pile-tariff.ts'
import type { Context } from '../kit/context.ts'
import { Refusal } from '../kit/refusal.ts'
import { takesOf } from './takes.ts'
import { noteTariff } from './tariff-book.ts'
import { NO_PRICE, wantedAt, wordOf } from './wanted.ts'

/** A tariff is sent as it is now, under a name that the pile does not know yet. */
async function setTariff({ id }: { id: number }, { db }: Context): Promise<Intent> {
  const pile = await db
    .selectFrom('pile')
    .leftJoin('site', 'site.id', 'pile.site_id')
    .select(['pile.site_id', 'site.time_zone'])
    .where('pile.id', '=', id)
    .executeTakeFirst()
  const site_id = pile?.site_id ?? 0
  const at = Date.now()
  const wanted = (await wantedAt(db, [site_id], at)).get(site_id) ?? NO_PRICE
  const place = { time_zone: pile?.time_zone ?? 'UTC', at }
  const why = 'why' in wanted ? wanted.why : obstacleTo(wanted.tariff, await takesOf(db, id), place)
  if ('why' in wanted || why) throw new Refusal(409, `tariffs:why.${why}`)
  await noteTariff(db, id, { wanted: wordOf(wanted), strategy: wanted.strategy })
  return { ask: 'set_tariff', connector_number: 0, tariff: { ...wanted.tariff, id: idAgain(wanted.tariff.id, at) } }
}

const clearTariffs = async (): Promise<Intent> => ({ ask: 'clear_tariffs', connector_number: null, ids: null })

/** What is asked for by the buttons beside a pile's tariff. */
export const tariffResolvers = { set_tariff: setTariff, clear_tariffs: clearTariffs }
