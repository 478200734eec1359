/** More signs than these around a common word make it another password. */
const MOST_AROUND = 6
/** Shorter names are in too many good passwords. */
const SHORTEST_NAME = 4
const PRODUCT = 'chargedeck'

/** Signs that people write for letters. */
const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
}

let list: Promise<ReadonlySet<string>> | undefined

/** The 49,233 most common ones of the leaks that zxcvbn gathered; it comes with the server, nobody outside is asked. */
const commonOnes = () =>
  (list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set((dictionary as Record<string, readonly string[]>)['passwords-common']),
  ))

/**
 * Whether a password would be among the first that anybody tries: one of the common ones, one of them with a year or a sign
 * around it or with digits for letters, or mostly a name of whom it is for (`about`: account, number, mail address) or of the
 * product. By ASVS 5.0, 6.2.4 and 6.2.11.
 */
export async function isCommonPassword(password: string, about: readonly string[] = []): Promise<boolean> {
  const common = await commonOnes()
  const names = [PRODUCT, ...about.flatMap(namesIn)]
  const written = password.normalize('NFKC').toLowerCase()
  const core = coreOf(written)
  const isBare = written.length - core.length <= MOST_AROUND
  return [written, unmasked(written), ...(isBare ? [core, unmasked(core)] : [])].some(
    (text) =>
      common.has(text) || names.some((name) => text.includes(name) && written.length - name.length <= MOST_AROUND),
  )
}

const unmasked = (text: string) => text.replace(/[@431!05$7]/g, (sign) => LETTERS[sign] ?? sign)

/** Without the digits and signs around it. */
const coreOf = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

/** What a contact or an account is called: itself, and of a mail address what stands before the @. */
const namesIn = (text: string): string[] => {
  const whole = text.normalize('NFKC').toLowerCase().trim()
  return [whole, whole.split('@')[0] ?? ''].filter(({ length }) => length >= SHORTEST_NAME)
}
