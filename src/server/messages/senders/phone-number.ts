const MAINLAND = /^(?:\+?86|0086)?(1[3-9]\d{9})$/

/** A number as Alibaba Cloud takes it: eleven digits in mainland China, elsewhere with the country's code and no sign before it. */
export function chineseNumber(phone: string): string {
  const digits = phone.replace(/[ -]/g, '')
  return MAINLAND.exec(digits)?.[1] ?? digits.replace(/^(\+|00)/, '')
}

/** A number with its country's code (E.164); eleven digits that are a mainland mobile get China's. */
export function worldNumber(phone: string): string {
  const digits = phone.replace(/[ -]/g, '')
  const mainland = MAINLAND.exec(digits)?.[1]
  if (mainland) return `+86${mainland}`
  return `+${digits.replace(/^(\+|00)/, '')}`
}
