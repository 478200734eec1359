import type { PublicWords } from '../protocol.ts'

export const publicWords: PublicWords = {
  fields: [
    'connectorId transactionId reservationId status errorCode reason type timestamp currentTime interval',
    'meterStart meterStop meterValue sampledValue value unit measurand context phase location format expiryDate',
    'idTagInfo chargePointVendor chargePointModel firmwareVersion requestedMessage unknownKey',
    'listVersion updateType duration chargingRateUnit csChargingProfiles chargingSchedule chargingSchedulePeriod',
    'chargingProfileId stackLevel chargingProfilePurpose chargingProfileKind limit startPeriod numberPhases',
    'startSchedule minChargingRate retries retryInterval retrieveDate startTime stopTime validFrom validTo',
    'transactionData',
  ].flatMap((line) => line.split(' ')),
  closed: [
    ...['ChangeConfiguration', 'GetConfiguration', 'DataTransfer', 'GetDiagnostics', 'GetLog', 'UpdateFirmware'],
    ...['SignedUpdateFirmware', 'SendLocalList', 'InstallCertificate', 'SignCertificate', 'CertificateSigned'],
  ],
}
