import { parsedFrame } from './read-frame.ts'

/**
 * Names of OCPP fields that say nothing of a person, open nothing and identify no device. Whatever is not among them is masked:
 * a maker's own field may hold anything.
 */
const SHOWN = new Set(
  [
    'connectorId evseId transactionId reservationId status errorCode reason type timestamp currentTime interval',
    'meterStart meterStop meterValue sampledValue value unit measurand context phase location format expiryDate',
    'idTagInfo idTokenInfo chargePointVendor chargePointModel firmwareVersion requestedMessage unknownKey',
    'listVersion updateType duration chargingRateUnit csChargingProfiles chargingSchedule chargingSchedulePeriod',
    'chargingProfileId stackLevel chargingProfilePurpose chargingProfileKind limit startPeriod numberPhases',
    'startSchedule minChargingRate retries retryInterval retrieveDate startTime stopTime validFrom validTo',
    'transactionData seqNo eventType triggerReason transactionInfo chargingState evse id',
  ]
    .join(' ')
    .split(' '),
)
/** Commands whose `value`, `location` or the like is a secret or leads to one. */
const CLOSED =
  /^(ChangeConfiguration|GetConfiguration|DataTransfer|GetDiagnostics|GetLog|UpdateFirmware|SendLocalList|SetVariables|GetVariables|InstallCertificate|SignCertificate|CertificateSigned)$/
/** `location` is where a meter measures in these, an address with a password elsewhere. */
const PLACES = /^(Inlet|Outlet|Body|Cable|EV|Upstream)$/
const MASK = '•••'

/** A frame's text with what is private masked; null when it is no frame. `Call` bodies of closed commands show no values at all. */
export function maskedFrame(text: string): string | null {
  const frame = parsedFrame(text)
  switch (frame?.[0]) {
    case 2:
      return JSON.stringify([
        2,
        frame[1],
        frame[2],
        CLOSED.test(String(frame[2])) ? hidden(frame[3]) : masked(frame[3]),
      ])
    case 3:
      return JSON.stringify([3, frame[1], masked(frame[2])])
    case 4:
      return JSON.stringify([4, frame[1], frame[2], frame[3] ? MASK : '', hidden(frame[4])])
    default:
      return null
  }
}

/** Which fields there are, and nothing of what they say. */
const hidden = (value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.keys(value).map((name) => [name, MASK])) : {}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, shows(name, inner) ? masked(inner) : MASK]),
  )
}

function shows(name: string, inner: unknown): boolean {
  if (!SHOWN.has(name)) return false
  return name !== 'location' || (typeof inner === 'string' && PLACES.test(inner))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
