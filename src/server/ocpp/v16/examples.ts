import type { Payload } from '../framing.ts'

/** Calls that a central system makes in OCPP 1.6, each with a payload to begin with: a question that changes nothing first. */
export const examples: Readonly<Record<string, Payload>> = {
  GetConfiguration: {},
  CancelReservation: { reservationId: 1 },
  ChangeAvailability: { connectorId: 0, type: 'Operative' },
  ChangeConfiguration: { key: 'HeartbeatInterval', value: '300' },
  ClearCache: {},
  ClearChargingProfile: {},
  DataTransfer: { vendorId: '' },
  GetCompositeSchedule: { connectorId: 1, duration: 3600 },
  GetDiagnostics: { location: 'ftp://' },
  GetLocalListVersion: {},
  RemoteStartTransaction: { connectorId: 1, idTag: '' },
  RemoteStopTransaction: { transactionId: 1 },
  ReserveNow: { connectorId: 1, expiryDate: '', idTag: '', reservationId: 1 },
  Reset: { type: 'Soft' },
  SendLocalList: { listVersion: 1, updateType: 'Full', localAuthorizationList: [] },
  SetChargingProfile: { connectorId: 1, csChargingProfiles: {} },
  TriggerMessage: { requestedMessage: 'StatusNotification', connectorId: 1 },
  UnlockConnector: { connectorId: 1 },
  UpdateFirmware: { location: 'https://', retrieveDate: '' },
}
