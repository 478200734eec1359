/** The version that the piles of a test file speak unless a test says otherwise. */
let version = 'ocpp2.0.1'

export const spokenVersion = () => version

/** Runs a test file's tests once more, with piles that speak a later version. */
export async function alsoIn(later: string, file: string) {
  version = later
  await import(/* @vite-ignore */ `${file}?${later}&lang.ts`)
  version = 'ocpp2.0.1'
}
