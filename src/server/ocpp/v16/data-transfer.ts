import { handler } from '../every-version/message.ts'

/** Chargedeck speaks no vendor's extension (OCPP 1.6, 4.3); the frame is in the log. */
export const dataTransfer = handler('DataTransfer', () => ({ status: 'UnknownVendorId' }))
