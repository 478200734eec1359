import type { BatchParts } from '../batches/parts.ts'
import type { CampaignParts } from '../campaigns/parts.ts'
import type { ChargingProfileParts } from '../charging-profiles/parts.ts'
import type { FirmwareParts } from '../firmware/parts.ts'
import { lazyPart } from '../kit/ui/lazy-part.tsx'
import type { MaintenanceParts } from '../maintenance/parts.ts'
import type { OrderParts } from '../orders/parts.ts'
import type { PileParts } from '../piles/parts.ts'
import type { SiteParts } from '../sites/parts.ts'

/*
 * What one feature shows on the page of another, which does not know it. Each part loads where it is shown.
 */

export const batchParts: BatchParts = {
  Piles: lazyPart(() => import('../piles/batch-piles.tsx').then((module) => ({ default: module.BatchPiles }))),
}

export const campaignParts: CampaignParts = {
  New: lazyPart(() => import('../piles/new-campaign.tsx').then((module) => ({ default: module.NewCampaign }))),
}

export const chargingProfileParts: ChargingProfileParts = {
  Prices: lazyPart(() => import('../billing/site-day.tsx').then((module) => ({ default: module.SiteDay }))),
}

export const firmwareParts: FirmwareParts = {
  Course: lazyPart(() =>
    import('../campaigns/campaign-course.tsx').then((module) => ({ default: module.CampaignCourse })),
  ),
}

export const maintenanceParts: MaintenanceParts = {
  Campaign: lazyPart(() =>
    import('../campaigns/campaign-brief.tsx').then((module) => ({ default: module.CampaignBrief })),
  ),
}

export const orderParts: OrderParts = {
  Stop: lazyPart(() => import('../piles/stop-session.tsx').then((module) => ({ default: module.StopSession }))),
  Priority: lazyPart(() =>
    import('../piles/priority-session.tsx').then((module) => ({ default: module.PrioritySession })),
  ),
  PriorityDialog: lazyPart(() =>
    import('../piles/priority-dialog.tsx').then((module) => ({ default: module.PriorityDialog })),
  ),
  Ask: lazyPart(() => import('../piles/ask-reports.tsx').then((module) => ({ default: module.AskReports }))),
}

export const pileParts: PileParts = {
  Orders: lazyPart(() =>
    import('../orders/order-list.tsx').then((module) => ({ default: module.orderList(orderParts) })),
  ),
  History: lazyPart(() =>
    import('../work-orders/pile-history.tsx').then((module) => ({ default: module.PileHistory })),
  ),
  Alarms: lazyPart(() => import('../alarms/alarm-list.tsx').then((module) => ({ default: module.AlarmList }))),
  Profiles: lazyPart(() =>
    import('../charging-profiles/pile-profiles.tsx').then((module) => ({ default: module.PileProfiles })),
  ),
  OutsideLimits: lazyPart(() =>
    import('../charging-profiles/outside-limits.tsx').then((module) => ({ default: module.OutsideLimits })),
  ),
  CardList: lazyPart(() =>
    import('../card-lists/pile-card-list.tsx').then((module) => ({ default: module.PileCardList })),
  ),
  Reservations: lazyPart(() =>
    import('../reservations/reservation-list.tsx').then((module) => ({ default: module.ReservationList })),
  ),
  Reserved: lazyPart(() =>
    import('../reservations/gun-reservation.tsx').then((module) => ({ default: module.GunReservation })),
  ),
  Log: lazyPart(() => import('../protocol-log/pile-log.tsx').then((module) => ({ default: module.PileLog }))),
}

export const siteParts: SiteParts = {
  Ribbon: lazyPart(() => import('../billing/priced-day.tsx').then((module) => ({ default: module.PricedDay }))),
  Prices: lazyPart(() => import('../billing/site-prices.tsx').then((module) => ({ default: module.SitePricePlan }))),
  Connectors: lazyPart(() =>
    import('../piles/connector-squares.tsx').then((module) => ({ default: module.ConnectorSquares })),
  ),
  Plan: lazyPart(() => import('../berths/berth-plan.tsx').then((module) => ({ default: module.BerthPlan }))),
}
