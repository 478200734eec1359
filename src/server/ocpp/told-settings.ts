import type { ToldFacts } from '../../shared/domain/configuration-keys.ts'
import type { SettingAddress } from '../../shared/domain/setting-address.ts'

/** What a pile says of one setting. */
export interface ToldSetting {
  key: string
  /** A secret's is null, and so is one that the pile does not tell. */
  value: string | null
  /** Null where this answer does not say it. */
  read_only: boolean | null
  /** Of a variable: where it is. */
  address?: SettingAddress
  /** What its values are, where this answer says it. */
  facts?: ToldFacts & {
    write_only: boolean
    persistent: boolean
    constant: boolean
    supports_monitoring: boolean
  }
}

/** What a pile says of its configuration. */
export interface ToldSettings {
  known: readonly ToldSetting[]
  /** Asked for, and the pile has none of the name. */
  unknown: readonly string[]
}
