import { handler } from './message.ts'

interface StatusOnly {
  status: string
}

/** How an update of the pile's firmware goes on (OCPP 1.6, 4.5): staff see the latest word on the pile's page. */
export const firmwareStatusNotification = handler<StatusOnly>('FirmwareStatusNotification', (call, { flag }) => {
  flag('firmware_status', call.status)
  return {}
})

/** The same for a signed update (security whitepaper, 4.8). */
export const signedFirmwareStatusNotification = handler<StatusOnly>(
  'SignedFirmwareStatusNotification',
  (call, { flag }) => {
    flag('firmware_status', call.status)
    return {}
  },
)

/** How an upload of diagnostics goes on (OCPP 1.6, 4.4). */
export const diagnosticsStatusNotification = handler<StatusOnly>('DiagnosticsStatusNotification', (call, { flag }) => {
  flag('diagnostics_status', call.status)
  return {}
})

/** How an upload of a log goes on (security whitepaper, 4.6). */
export const logStatusNotification = handler<StatusOnly>('LogStatusNotification', (call, { flag }) => {
  flag('diagnostics_status', call.status)
  return {}
})

/** Something that concerns the pile's security (security whitepaper, 4.5). */
export const securityEventNotification = handler<{ type: string; techInfo?: string }>(
  'SecurityEventNotification',
  (call, { flag }) => {
    flag('security_event', call.techInfo ? `${call.type}: ${call.techInfo}` : call.type)
    return {}
  },
)

/** Chargedeck is no certificate authority: piles sign in with passwords (security whitepaper, 4.7). */
export const signCertificate = handler('SignCertificate', () => ({ status: 'Rejected' }))
