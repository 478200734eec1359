/** The idTag that starts charging for a customer who has no card (OCPP 1.6, 7.28: 20 characters). No card reads like it. */
export const customerTag = (customer_id: number) => `CUSTOMER-${customer_id}`

/** The customer that such an idTag stands for, null for any other. */
export function customerOfTag(tag: string): number | null {
  const id = /^CUSTOMER-([1-9]\d{0,10})$/i.exec(tag)?.[1]
  return id ? Number(id) : null
}
