import type { PublicWords } from '../protocol.ts'

/** With those of 2.1. */
export const publicWords: PublicWords = {
  fields: [
    'evse id evseId connectorId transactionId reservationId connectorStatus operationalStatus status reasonCode reason',
    'timestamp currentTime interval seqNo tbc generatedAt requestId remoteStartId offline',
    'chargingStation vendorName model firmwareVersion requestedMessage attributeStatus attributeType',
    'eventType triggerReason transactionInfo chargingState stoppedReason timeSpentCharging numberOfPhasesUsed',
    'transactionLimit maxEnergy maxTime maxSoC idTokenInfo cacheExpiryDateTime',
    'meterValue sampledValue value unitOfMeasure unit multiplier measurand context phase location',
    'versionNumber updateType duration chargingRateUnit chargingProfile chargingSchedule chargingSchedulePeriod schedule',
    'chargingProfileId chargingProfileCriteria stackLevel chargingProfilePurpose chargingProfileKind limit startPeriod',
    'numberPhases startSchedule scheduleStart minChargingRate validFrom validTo scheduleUpdate chargingLimitSource',
    'reportBase monitoringBase severity reservationUpdateStatus expiryDateTime ongoingIndicator messagesInQueue',
    'type activated activate retries retryInterval',
  ].flatMap((line) => line.split(' ')),
  closed: [
    ...['SetVariables', 'GetVariables', 'DataTransfer', 'GetLog', 'UpdateFirmware', 'PublishFirmware', 'SendLocalList'],
    ...['InstallCertificate', 'SignCertificate', 'CertificateSigned', 'SetNetworkProfile', 'CustomerInformation'],
    ...['NotifyCustomerInformation', 'SetDisplayMessage', 'NotifyDisplayMessages', 'NotifySettlement'],
    ...['NotifyPeriodicEventStream', 'VatNumberValidation'],
  ],
}
