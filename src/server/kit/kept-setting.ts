import type { ToldFacts, ToldOfKey } from '../../shared/domain/configuration-keys.ts'

/** A setting as its row has it. */
interface KeptSetting extends Omit<ToldFacts, 'type'> {
  read_only: boolean
  write_only: boolean
  /** Null where its pile did not say what its values are. */
  type: ToldFacts['type'] | null
}

/** What its pile said of it. */
export const toldOf = ({ read_only, write_only, type, ...facts }: KeptSetting): Required<ToldOfKey> => ({
  ...{ read_only, write_only },
  facts: type === null ? null : { type, ...facts },
})
