import { entity, type Row } from '../kit/entity.ts'
import {
  choice,
  choices,
  count,
  image,
  images,
  phone,
  place,
  reference,
  region,
  richText,
  status,
  text,
  timeZone,
  watts,
} from '../kit/fields.ts'

/** What drivers find there (OCPI: facilities). */
const FACILITIES = ['toilet', 'restaurant', 'cafe', 'supermarket', 'wifi', 'canopy', 'lounge', 'car_wash'] as const

/** A place with piles. Its time zone decides which price band an hour belongs to. */
export const site = entity('site', {
  path: '/system/park-lot',
  calls: {
    list: 'index',
    view: 'view',
    create: 'create',
    update: 'update',
    remove: 'delete',
    options: 'get-park-lot',
    export: 'export',
  },
  fields: {
    name: text({ slot: 'title', search: true, spelled: true, sort: true, section: 'lot' }),
    kind: choice(['off_street', 'on_street'], { slot: 'detail', filter: true, initial: 'off_street', section: 'lot' }),
    spaces: count({ initial: 0, most: 100_000, slot: 'detail', section: 'lot' }),
    /** What its connection to the grid allows all its piles together. */
    power_limit_w: watts({ optional: true, min: 1_000, most: 1_000_000_000, slot: 'detail', section: 'lot' }),
    facilities: choices(FACILITIES, { open: true, optional: true, slot: 'detail', section: 'lot' }),
    region_id: region({ slot: 'line', optional: true, filter: true, section: 'place' }),
    address: text({ max: 200, slot: 'line', optional: true, search: true, section: 'place' }),
    /** How to get to the piles, for drivers (OCPI: directions). */
    directions: richText({ optional: true, slot: 'detail', section: 'place' }),
    ...place({ optional: true, slot: 'detail', section: 'place' }),
    time_zone: timeZone({ initial: 'Asia/Shanghai', slot: 'detail', section: 'place' }),
    main_image: image({ optional: true, slot: 'wide', section: 'pictures' }),
    detail_images: images({ most: 6, optional: true, slot: 'detail', section: 'pictures' }),
    contact: text({ optional: true, section: 'business' }),
    phone: phone({ optional: true, section: 'business' }),
    strategy_id: reference('strategy', { optional: true, filter: true, section: 'business' }),
    /** Whose it is to look after: people of the department, and of those above, reach it where their role says so. */
    dept_id: reference('dept', { optional: true, filter: true, slot: 'detail', section: 'business' }),
    status: status(
      { enabled: 'available', disabled: 'offline' },
      { slot: 'badge', filter: true, initial: 'enabled', section: 'business' },
    ),
  },
  sort: { prop: 'name', order: 'asc' },
  offers: { status: 'enabled' },
  archives: true,
  within: {
    site: 'id',
    dept: 'dept_id',
    rows: { table: 'pile', own: 'site_id', merchant: 'merchant_id' },
  },
})
export type Site = Row<typeof site>
