import type { Intent } from '../../shared/domain/intent.ts'
import type { OurCall, Protocol, PublicWords } from './protocol.ts'
import { v16 } from './v16/protocol.ts'
import { v21 } from './v21/protocol.ts'
import { v201 } from './v201/protocol.ts'

/** The protocols that are spoken here. A further one is a folder beside `v16` and a name in the list below. */
export class Protocols {
  /** Spoken where a pile names none. */
  readonly first: Protocol
  readonly #all: readonly Protocol[]
  /** Each once: versions may share one, and it is asked of every frame. */
  readonly #loggedTexts: readonly Protocol['loggedText'][]
  readonly #byName: ReadonlyMap<string, Protocol>

  constructor(first: Protocol, ...others: Protocol[]) {
    this.first = first
    this.#all = [first, ...others]
    this.#loggedTexts = [...new Set(this.#all.map(({ loggedText }) => loggedText))]
    this.#byName = new Map(this.#all.flatMap((protocol) => protocol.subprotocols.map((name) => [name, protocol])))
  }

  /**
   * The first subprotocol of a pile's list that is spoken, written as the pile wrote it, for the answer must repeat it (RFC 6455, 4.2.2); ''
   * where it names none and speaks the first. Undefined: none of them will do. `only`: the one that staff let it speak, as they choose it.
   */
  choose(offered: readonly string[], only: string | null = null): string | undefined {
    const fits = (protocol: Protocol | undefined) => protocol && (only === null || pinOf(protocol) === only)
    if (offered.length === 0) return fits(this.first) ? '' : undefined
    return offered.find((name) => fits(this.#byName.get(name.toLowerCase())))
  }

  /** By the subprotocol that was chosen; '' where none was. */
  named(subprotocol: string): Protocol {
    return this.#byName.get(subprotocol.toLowerCase()) ?? this.first
  }

  /** A frame's text as the log keeps it, whatever it was spoken in: without any protocol's secrets. */
  loggedText(text: string): string {
    return this.#loggedTexts.reduce((kept, loggedText) => loggedText(kept), text)
  }

  /** Of all of them: which one a frame was spoken in the log does not say. */
  get publicWords(): PublicWords {
    const words = this.#all.map(({ publicWords }) => publicWords)
    return { fields: words.flatMap(({ fields }) => fields), closed: words.flatMap(({ closed }) => closed) }
  }

  /** What a pile may offer, for anyone who reads why it was refused. */
  get names(): string {
    return this.#all.map(({ name }) => name).join(', ')
  }

  /** How staff choose one of them (`only_protocol` of a pile). */
  get pins(): string[] {
    return this.#all.map(pinOf)
  }

  /** What a call asks for that the commands' table keeps of a version before, in whose words it ever is. */
  readKept(call: OurCall): Intent | null {
    for (const protocol of this.#all) {
      const intent = protocol.read(call)
      if (intent) return intent
    }
    return null
  }
}

/** No dot is in what a dictionary calls its values. */
const pinOf = ({ name }: Protocol): string => name.replaceAll('.', '')

export const protocols = new Protocols(v16, v201, v21)
