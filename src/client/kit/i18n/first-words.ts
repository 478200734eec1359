/** Words that come together, each kind in a file for each language: of every page, of the sign-in, of the first page behind it, of the wide shell. */
export const FIRST_WORDS = {
  start: ['common', 'shell'],
  'sign-in': ['errors', 'sign_in'],
  'signed-in': ['entities', 'offline'],
  wide: ['menu', 'views'],
}
