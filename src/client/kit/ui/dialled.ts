/** The address that a press on a number dials (RFC 3966). */
export const dialled = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`
