import type { FastifyInstance } from 'fastify'
import { cardList } from '../../shared/entities/card-list.ts'
import { certificate } from '../../shared/entities/certificate.ts'
import { firmwareUpgrade } from '../../shared/entities/firmware-upgrade.ts'
import { inspection } from '../../shared/entities/inspection.ts'
import { securityEvent } from '../../shared/entities/security-event.ts'
import { workOrder } from '../../shared/entities/work-order.ts'
import { findingAlarms } from '../alarms/finding-alarms.ts'
import type { AlarmPush } from '../alarms/ports.ts'
import { alarmExtension, alarmRoutes } from '../alarms/routes.ts'
import { alarmRuleExtension } from '../alarms/rule-extension.ts'
import { findUsers } from '../auth/find-people.ts'
import type { BatchWorker } from '../batches/batch-worker.ts'
import { batchExtension, batchRoutes } from '../batches/routes.ts'
import { berthExtension } from '../berths/berth-extension.ts'
import { berthRoutes } from '../berths/routes.ts'
import { billingRuleExtension, strategyExtension } from '../billing/extensions.ts'
import { billingRoutes } from '../billing/routes.ts'
import { campaignExtension, campaignTargetExtension } from '../campaigns/campaign-extension.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import { campaignRoutes } from '../campaigns/routes.ts'
import { cardListRoutes } from '../cards/lists/routes.ts'
import { cardExtension, cardRoutes } from '../cards/routes.ts'
import { rootResolvers } from '../certificates/installed-roots.ts'
import { networkRoutes } from '../certificates/network-routes.ts'
import { networkResolvers } from '../certificates/networks.ts'
import { type Doors, raiseResolver } from '../certificates/raise-profile.ts'
import { rootExtension } from '../certificates/root-extension.ts'
import { certificateRoutes } from '../certificates/routes.ts'
import { securityRoutes } from '../certificates/security-routes.ts'
import { chargingProfileExtension } from '../charging-profiles/profile-extension.ts'
import { chargingProfileRoutes } from '../charging-profiles/routes.ts'
import { judgePiles } from '../configuration-templates/judge.ts'
import { configurationTemplateRoutes } from '../configuration-templates/routes.ts'
import { templateExtension } from '../configuration-templates/template-extension.ts'
import { customerDataRoutes } from '../customer-data/routes.ts'
import { balanceRequestExtension } from '../customers/balance-requests.ts'
import { customerExtension } from '../customers/customer-list.ts'
import { customerRoutes } from '../customers/routes.ts'
import { layoutRoutes } from '../dashboard/layout-routes.ts'
import { dashboardPartRoutes } from '../dashboard/parts.ts'
import { dashboardRoutes } from '../dashboard/routes.ts'
import { askDiagnostics } from '../diagnostics/ask.ts'
import { diagnosticsRoutes } from '../diagnostics/routes.ts'
import { fileExtension } from '../files/file-extension.ts'
import { arrivingFiles } from '../files/keep-arriving.ts'
import { photoRoutes } from '../files/photos/routes.ts'
import { type Files, fileRoutes } from '../files/routes.ts'
import { firmwareExtension } from '../firmware/firmware-extension.ts'
import { firmwareRoutes } from '../firmware/routes.ts'
import { checkListExtension } from '../inspections/check-list-extension.ts'
import { inspectionPlanExtension } from '../inspections/plan-extension.ts'
import { inspectionRoutes } from '../inspections/routes.ts'
import { countedBy } from '../kit/crud/counted-by.ts'
import type { Records } from '../kit/crud/crud.ts'
import type { Extensions } from '../kit/crud/every-entity.ts'
import { maintenanceExtension } from '../maintenance/maintenance-extension.ts'
import { maintenanceRoutes } from '../maintenance/routes.ts'
import { send } from '../messages/port.ts'
import { orderExtension } from '../orders/order-sums.ts'
import { refundExtension } from '../orders/refunds/refund-list.ts'
import { orderRoutes } from '../orders/routes.ts'
import { tariffResolvers } from '../pile-tariffs/resolve.ts'
import { pileTariffRoutes } from '../pile-tariffs/routes.ts'
import { pileTypeExtension } from '../pile-types/pile-type-extension.ts'
import { offlineExtension } from '../piles/offline-list.ts'
import { pileExtension } from '../piles/pile-list.ts'
import { pileRoutes } from '../piles/pile-routes.ts'
import { divisionsOf, isRegion } from '../regions/regions.ts'
import { regionRoutes } from '../regions/routes.ts'
import { reservationExtension } from '../reservations/reservation-extension.ts'
import type { Reservations } from '../reservations/reservations.ts'
import { reservationRoutes } from '../reservations/routes.ts'
import { displayMessageExtension } from '../screens/message-extension.ts'
import { screenRoutes } from '../screens/routes.ts'
import { screenResolver } from '../screens/show.ts'
import { searchRoutes } from '../search/routes.ts'
import type { CurrentSettings } from '../settings/current-settings.ts'
import { siteRoutes } from '../sites/routes.ts'
import { siteExtension } from '../sites/site-extension.ts'
import { statementDeliveryExtension } from '../statements/delivery-extension.ts'
import { statementRoutes } from '../statements/routes.ts'
import { statisticsRoutes } from '../statistics/routes.ts'
import { workOrderRoutes } from '../work-orders/routes.ts'
import type { PileSide } from './pile-side.ts'
import type { Settings } from './settings.ts'

interface Parts {
  settings: Pick<Settings, 'map' | 'ocppAuth' | 'publicUrl' | 'pileUrl'>
  piles: PileSide
  batches: BatchWorker
  campaigns: Campaigns
  reservations: Reservations
  settingsNow: CurrentSettings
  files: Files
  doors: Doors
  /** What people are told of alarms by. */
  push: AlarmPush
  changed(entity: string, id: number): void
}

interface BusinessSide {
  extensions: Extensions
  routes(api: FastifyInstance, records: ReadonlyMap<string, Records>): void
}

/** What a network is run by: sites, piles, prices, orders, customers, cards, alarms, and the files of all of them. */
export function businessSide({
  settings,
  piles,
  batches,
  campaigns,
  reservations,
  settingsNow,
  files,
  doors,
  push,
  changed,
}: Parts): BusinessSide {
  const { gateway, commands, sessions } = piles
  const pileUrl = settings.pileUrl ?? null
  return {
    extensions: {
      site: siteExtension({ known: isRegion, divisions: divisionsOf }),
      berth: berthExtension,
      pile: pileExtension(gateway, judgePiles),
      offline_record: offlineExtension,
      batch_task: batchExtension(batches),
      campaign: campaignExtension,
      campaign_target: campaignTargetExtension,
      pile_type: pileTypeExtension,
      charging_profile: chargingProfileExtension({ campaigns, hasWords: piles.hasWords }),
      display_message: displayMessageExtension({ campaigns, canShow: piles.canShow }),
      firmware: firmwareExtension(files.store),
      configuration_template: templateExtension(changed),
      alarm: alarmExtension,
      alarm_rule: alarmRuleExtension,
      maintenance: maintenanceExtension,
      work_order: countedBy(workOrder, 'state'),
      check_list: checkListExtension,
      inspection_plan: inspectionPlanExtension(findUsers),
      inspection: countedBy(inspection, 'state'),
      order: orderExtension(piles.canAsk),
      certificate: countedBy(certificate, 'state'),
      card_list: countedBy(cardList, 'state'),
      firmware_upgrade: countedBy(firmwareUpgrade, 'upgrade_status'),
      security_event: countedBy(securityEvent, 'severity'),
      reservation: reservationExtension({ reservations, settings: settingsNow }),
      refund: refundExtension,
      billing_rule: billingRuleExtension,
      strategy: strategyExtension,
      customer: customerExtension,
      balance_request: balanceRequestExtension,
      card: cardExtension,
      root_certificate: rootExtension,
      file: fileExtension,
      statement_delivery: statementDeliveryExtension,
    },
    routes(api, records) {
      orderRoutes(api, sessions, piles.canAsk)
      billingRoutes(api)
      customerRoutes(api, (customer_id, balance_cents) => sessions.balanceChanged(customer_id, balance_cents))
      cardRoutes(api, piles)
      cardListRoutes(api, campaigns)
      certificateRoutes(api, gateway)
      networkRoutes(api, doors)
      securityRoutes(api, campaigns, { serves: doors.serves, usesOf: piles.usesOf })
      alarmRoutes(api, { people: findUsers, push })
      workOrderRoutes(api, findUsers)
      inspectionRoutes(api, findingAlarms, changed)
      maintenanceRoutes(api)
      pileRoutes(api, {
        sockets: gateway,
        commands,
        campaigns,
        reading: (records.get('pile') as Records).reading,
        readCall: piles.readCall,
        canAsk: piles.canAsk,
        callExamples: piles.callExamples,
        callForm: piles.callForm,
        askDiagnostics: (asked, context) => askDiagnostics(asked, context, pileUrl),
        others: {
          ...rootResolvers(doors.serves, piles.usesOf),
          ...raiseResolver(doors),
          ...networkResolvers(doors, piles.canSay),
          ...screenResolver,
          ...tariffResolvers,
        },
        auth: settings.ocppAuth,
      })
      chargingProfileRoutes(api, {
        ...{ campaigns, hasWords: piles.hasWords },
        ask: (pile_id, intent) => commands.askOurs(pile_id, intent),
      })
      customerDataRoutes(api)
      screenRoutes(api, { campaigns, canShow: piles.canShow, costsOf: piles.costsOf })
      pileTariffRoutes(api)
      diagnosticsRoutes(api, arrivingFiles(files))
      firmwareRoutes(api, { campaigns, pileUrl })
      configurationTemplateRoutes(api, campaigns)
      campaignRoutes(api, campaigns)
      reservationRoutes(api, reservations)
      batchRoutes(api, batches, settings.publicUrl)
      siteRoutes(api, settings.map)
      regionRoutes(api)
      berthRoutes(api)
      fileRoutes(api, files)
      photoRoutes(api, files)
      dashboardRoutes(api)
      layoutRoutes(api)
      dashboardPartRoutes(api)
      statisticsRoutes(api)
      statementRoutes(api, { send, publicUrl: settings.publicUrl ?? null })
      searchRoutes(api)
    },
  }
}
