/** Why a target of a campaign could not be asked, as its row keeps it: a word of the locales' `campaigns:why`, with its figure. */
export interface Why {
  code: string
  figure?: string | number
}

export const whySaid = ({ code, figure }: Why): string => (figure === undefined ? code : `${code}=${figure}`)

/** `takes_steps=24`; a pile's own words are no such code. */
export function whyOf(said: string): Why {
  const [, code, figure] = /^([a-z_]+)=(.*)$/.exec(said) ?? []
  return code === undefined ? { code: said } : { code, figure: figure ?? '' }
}
