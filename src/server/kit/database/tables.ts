import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, RawBuilder } from 'kysely'
import type { Diagnostics } from '../../../shared/commands/upload-diagnostics.ts'
import type { AlarmEntryKind } from '../../../shared/domain/alarm-case.ts'
import type { ProfileDrift } from '../../../shared/domain/charging-profiles/drift.ts'
import type { OutsideLimit, OutsideSchedule } from '../../../shared/domain/charging-profiles/outside-limit.ts'
import type { Purpose, SentProfile } from '../../../shared/domain/charging-profiles/profile.ts'
import type { AskedList, CheckAnswers } from '../../../shared/domain/inspection.ts'
import type { GivenTariff } from '../../../shared/domain/intent.ts'
import type { ToldMonitor } from '../../../shared/domain/monitors.ts'
import type { Connection } from '../../../shared/domain/network.ts'
import type { PileCost } from '../../../shared/domain/pile-cost.ts'
import type { TariffState } from '../../../shared/domain/pile-tariff.ts'
import type { CertificateHash, CertificateUse, Hash } from '../../../shared/domain/root-certificate.ts'
import type { ScreenMessage } from '../../../shared/domain/screen/message.ts'
import type { Attribute } from '../../../shared/domain/setting-address.ts'
import type { KeyType } from '../../../shared/domain/setting-types.ts'
import type { ChainProblem } from '../../../shared/endpoints/audit-chain.ts'
import type { WorkToDo } from '../../../shared/endpoints/auth.ts'
import type { ViewState } from '../../../shared/endpoints/list-views.ts'
import type { FrozenRule, OrderEvent, OrderLine } from '../../../shared/endpoints/orders.ts'
import type { savePreferences } from '../../../shared/endpoints/preferences.ts'
import type { PushChoices } from '../../../shared/endpoints/push.ts'
import type { ColumnSetting } from '../../../shared/endpoints/shell.ts'
import type { WallEnding } from '../../../shared/endpoints/wall.ts'
import type { WorkOrderEntry } from '../../../shared/endpoints/work-orders.ts'
import type { TargetState } from '../../../shared/entities/campaign-target.ts'
import type { entities } from '../../../shared/entities/index.ts'
import type { Parsed } from '../../../shared/kit/endpoint.ts'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { Tone, Value } from '../../../shared/kit/fields.ts'
import type { Language, Translations } from '../../../shared/kit/languages.ts'
import type { Placed } from '../../../shared/widgets/layout.ts'
import type { Reached } from '../reach/reach.ts'

type Entities = typeof entities
type Fields<E extends Entity> = E['fields']

/** A field that the database may fill by itself: what the server sets, or what may be empty. */
type Column<F> = F extends { edit: 'server' }
  ? ColumnType<Value<F>, Value<F> | undefined, Value<F>>
  : F extends { kind: 'schedule' | 'expected' | 'checks' }
    ? ColumnType<Value<F>, string, string>
    : null extends Value<F>
      ? ColumnType<Value<F>, Value<F> | undefined, Value<F>>
      : Value<F>

type Stored<E extends Entity> = {
  [K in keyof Fields<E> as Fields<E>[K]['kind'] extends 'secret' | 'references' ? never : K]: Column<Fields<E>[K]>
} & {
  [K in keyof Fields<E> & string as Fields<E>[K]['kind'] extends 'secret' ? `${K}_hash` : never]: ColumnType<
    string | null,
    string | null | undefined,
    string | null
  >
}

interface Kept {
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
}

/** An entity's table has the columns that the entity declares; a test holds this against the real database. */
type EntityTables = {
  [N in keyof Entities as Entities[N]['table']]: Kept & Stored<Entities[N]> & Archived<Entities[N]>
}

type Archived<E extends Entity> = E extends { archives: true }
  ? { archived_at: ColumnType<string | null, string | null | undefined, string | null> }
  : unknown

interface UserOnly {
  password_hash: string
  status: Generated<'normal' | 'unverified' | 'disabled'>
  dashboard: Generated<string>
  /** How often all their sign-ins were ended. */
  sign_ins_ended: Generated<number>
}

interface RoleOnly {
  status: Generated<'normal' | 'disabled'>
  data_scope: Generated<'all' | 'merchants' | 'sites' | 'department'>
  sort: Generated<number>
  second_factor: Generated<boolean>
  /** What it gives beyond the entries of the menu: `*` is everything. */
  permissions: Generated<string[]>
}

interface MenuOnly {
  sort: Generated<number>
  hidden: Generated<boolean>
  hide_breadcrumb: Generated<boolean>
  affix: Generated<boolean>
  fullpage: Generated<boolean>
  api_list: Json<MenuApi[]>
  /** What the catalogue said of it last; null for an entry of one's own. */
  seed: JSONColumnType<object, string | null | undefined, string | null> | null
}

interface MenuApi {
  code: string
  url: string
}

/** Null at first. */
type Late = ColumnType<string | null, string | null | undefined, string | null>
type Json<T extends object> = JSONColumnType<T, string | undefined, string>

interface CampaignOnly extends CreatedBy {
  payload: Json<object>
  wave: Generated<number>
}

interface CardListOnly {
  compare_at: Generated<string>
  full_due: Generated<boolean>
  ask_due: Generated<boolean>
  emptying: Generated<boolean>
  send_after: ColumnType<string | null, string | null | undefined, string | null>
  failures: Generated<number>
}

interface ReservationOnly {
  command_id: ColumnType<number | null, number | null | undefined, number | null>
  cancel_id: ColumnType<number | null, number | null | undefined, number | null>
  cancel_due: Generated<boolean>
}

/** Selected nowhere but where a pile is given it. */
interface CertificateOnly {
  pem: string
  /** The number that the pile's request bore. */
  request: number | null
  sent_at: ColumnType<string | null, string | null | undefined, string | null>
}

interface RootCertificateOnly {
  /** Of its issuer's name. */
  hashes: ColumnType<Record<Hash, string>, string | undefined, string>
}

interface PileRoot extends CertificateHash {
  id: GeneratedAlways<number>
  pile_id: number
  use: CertificateUse
  /** Those under it, of a chain. */
  children: ColumnType<CertificateHash[], string | undefined, string>
}

interface PileNetworkSlot {
  pile_id: number
  slot: number
  /** Without secrets. */
  connection: ColumnType<Connection, string, string>
  written_at: Generated<string>
}

interface AlarmOnly {
  /** The first of the case; null of that one. */
  first_id: ColumnType<number | null, number | null | undefined, number | null>
  /** The rule that held when it was raised. */
  rule_id: ColumnType<number | null, number | null | undefined, number | null>
  by_condition: Generated<boolean>
  monitor_number: ColumnType<number | null, number | null | undefined, number | null>
  /** What an inspection found not all right, by its words; null of every other alarm. */
  check_item: ColumnType<string | null, string | null | undefined, string | null>
}

interface MaintenanceOnly {
  out_at: ColumnType<string | null, never, string>
  out_campaign_id: ColumnType<number | null, never, number | null>
  back_at: ColumnType<string | null, never, string>
  back_campaign_id: ColumnType<number | null, never, number | null>
  /** Of the person who planned it. */
  language: ColumnType<Language | null, never, Language>
}

interface WorkOrderOnly {
  order_key: string
  round_on: ColumnType<string | null, string | null | undefined, string | null>
  check_list: JSONColumnType<AskedList | null, string | undefined, string>
}

interface InspectionOnly {
  answers: JSONColumnType<CheckAnswers, string | undefined, string>
}

interface CampaignTargetOnly {
  /** How far it is in the words of what it is asked for. */
  step: ColumnType<string | null, string | null | undefined, string | null>
  command_id: ColumnType<number | null, number | null | undefined, number | null>
}

interface BatchTaskOnly {
  worked_at: string | null
}

interface PileOnly {
  /** Of one in service that is offline and was ever seen. */
  away_since: GeneratedAlways<string | null>
  batch_place: ColumnType<number | null, number | null | undefined, number | null>
  disconnected_at: ColumnType<string | null, string | null | undefined, string | null>
  clock_skew_ms: ColumnType<number | null, number | null | undefined, number | null>
  last_address: ColumnType<string | null, string | null | undefined, string | null>
  /** The lowest security profile that lets it in, and what it is to go over to. */
  security_floor: Generated<number>
  security_wanted: ColumnType<number | null, number | null | undefined, number | null>
  /** The security profile that it connected with last. */
  connected_profile: ColumnType<number | null, number | null | undefined, number | null>
}

interface OrderOnly {
  refunding_cents: Generated<number>
  transaction_id: Generated<number>
  received_at: Generated<string>
  stop_received_at: string | null
  charge_ended_at: string | null
  plugged_at: string | null
  unplugged_at: string | null
  time_zone: string
  rules: Json<FrozenRule[]>
  lines: Json<OrderLine[]>
  events: Json<OrderEvent[]>
  start_key: string
  start_message: ColumnType<string | null, string | null | undefined, string | null>
  named: Generated<boolean>
  left_at: ColumnType<string | null, string | null | undefined, string | null>
  idle_at: ColumnType<string | null, string | null | undefined, string | null>
  station_transaction_id: ColumnType<string | null, string | null | undefined, string | null>
  events_forgotten_at: ColumnType<string | null, string | null | undefined, string>
  pile_cost: ColumnType<PileCost | null, string | null | undefined, string | null>
  cost_told_cents: ColumnType<number | null, number | null | undefined, number | null>
  cost_told_at: ColumnType<string | null, string | null | undefined, string | null>
}

interface CreatedBy {
  created_by: ColumnType<number | null, number | null | undefined, number | null>
}

/** Who asked: a user, or a client app as minus its identity; and the persons behind it, whom a trigger writes down. */
interface AskedBy {
  asked_by_id: number
  asked_persons: ColumnType<number[], number[] | undefined, never>
}

interface BalanceRequestOnly extends AskedBy {
  number: Generated<string>
  decided_by_id: ColumnType<number | null, never, number>
}

interface LedgerOnly {
  /** The persons behind what was entered by hand. */
  entered_persons: ColumnType<number[] | null, number[] | RawBuilder<number[]> | undefined, never>
  request_id: ColumnType<number | null, number | null | undefined, never>
}

interface RejectedOnly {
  network: string
  offered_hash: string | null
}

interface MessageOnly {
  user_id: number | null
  template: string
  language: Language
  words: JSONColumnType<Record<string, string | number>, string, string | null> | null
  expires_at: ColumnType<string | null, string | undefined, never>
}

interface TaskRunOnly {
  job_id: string
  said: JSONColumnType<object, string | null, string | null> | null
}

interface AuditOnly {
  kind: GeneratedAlways<string>
  before: JSONColumnType<object, string | null, string | null> | null
  after: JSONColumnType<object, string | null, string | null> | null
}

interface ErrorOnly {
  fingerprint: string
}

interface NodeOnly {
  keys: string
  shares: Json<Record<string, string>>
  disk_free: number | null
  disk_size: number | null
  disk_margin: number | null
}

interface ClientAppOnly extends CreatedBy {
  client_id: Generated<string>
  secret_hash: ColumnType<string | null, string | null | undefined, string | null>
  secret_by: ColumnType<number | null, number | null | undefined, number | null>
  bound: Generated<boolean>
  known_to: Generated<number[]>
}

interface FileOnly {
  owner_id: ColumnType<number | null, number | null | undefined, number | null>
}

interface CommandOnly {
  unique_id: string | null
  intent: string | null
  /** The node that carries it out and follows what becomes of it. */
  node_id: number | null
}

interface OwnTables {
  command_handover: { command_id: number; pile_id: number; asked: Buffer; created_at: Generated<string> }
  user_role: { user_id: number; role_id: number }
  pile_new_password: {
    id: GeneratedAlways<number>
    pile_id: number
    hash: string
    state: 'sent' | 'accepted' | 'by_hand'
    made_at: Generated<string>
  }
  card_standing: {
    card_id: number
    number: string
    tag: string
    customer_id: number | null
    balance_cents: number | null
    standing: 'Accepted' | 'Blocked' | 'Expired' | 'Invalid'
    group_id: number | null
    group_number: string | null
    is_master: boolean
    group_at_once: number | null
    valid_until: string | null
    at_once: number
  }
  stale_cache: { pile_id: number; tags: string[]; refused: Generated<boolean>; noted_at: Generated<string> }
  local_list: { pile_id: number; version: number; version_id: number; full_id: number }
  local_list_entry: {
    pile_id: number
    tag: string
    id_tag: string
    status: string | null
    group_number: string | null
    until: string | null
    command_id: number
    by_console: boolean
    due: 'blocked' | 'absent' | null
    due_at: string | null
    refused_as: string | null
  }
  role_site: { role_id: number; site_id: number }
  role_merchant: { role_id: number; merchant_id: number }
  role_menu: { role_id: number; menu_id: number }
  user_route: { user_id: number; menu_id: number; effect: 'add' | 'remove' }
  /** Views: what a role would allow if it stood under none, what it allows, and what one person has beyond their roles. */
  role_asked: { role_id: number; permissions: string[] }
  role_grant: { role_id: number; permissions: string[] }
  user_adjustment: { user_id: number; added: string[]; removed: string[] }
  session: {
    id: GeneratedAlways<number>
    family: string
    user_id: number
    token_hash: string
    remember: boolean
    expires_at: string
    used_at: string | null
    ended_at: string | null
    address: string | null
    agent: string | null
    attempt_hash: ColumnType<string | null, string | null | undefined, string | null>
    parent_id: ColumnType<number | null, number | null | undefined, never>
    superseded_at: ColumnType<string | null, undefined, string>
    answers: Generated<number>
    amr: Generated<string[]>
    proved_at: ColumnType<string | null, string | null | undefined, string | null>
    opened_at: Generated<string>
    created_at: Generated<string>
  }
  one_time_code: {
    purpose: 'sign_in' | 'reset' | 'register' | 'contact'
    subject: string
    code_hash: string
    tries: Generated<number>
    tries_elsewhere: Generated<number>
    asked_from: string
    sent_at: Generated<string>
    expires_at: string
  }
  screen_sign_in: {
    code_hash: string
    secret_hash: string
    state: Generated<'pending' | 'scanned' | 'confirmed' | 'refused'>
    user_id: ColumnType<number | null, number | null | undefined, number | null>
    amr: Generated<string[]>
    address: string
    agent: string
    expires_at: string
    created_at: Generated<string>
  }
  alarm_rule_site: { alarm_rule_id: number; site_id: number }
  alarm_rule_pile_type: { alarm_rule_id: number; pile_type_id: number }
  alarm_rule_tell_role: { alarm_rule_id: number; tell_role_id: number }
  alarm_rule_tell_user: { alarm_rule_id: number; tell_user_id: number }
  alarm_rule_next_role: { alarm_rule_id: number; next_role_id: number }
  alarm_rule_next_user: { alarm_rule_id: number; next_user_id: number }
  alarm_telling: { case_id: number; step: 1 | 2; told_at: Generated<string>; names: string[]; ways: string[] }
  wall_display_layout: { wall_display_id: number; layout_id: number }
  wall_code: {
    code_hash: string
    secret_hash: string
    state: Generated<'pending' | 'scanned' | 'confirmed' | 'refused'>
    user_id: ColumnType<number | null, number | null | undefined, number | null>
    wall_display_id: ColumnType<number | null, number | null | undefined, number | null>
    address: string
    agent: string
    expires_at: string
  }
  wall_ended: { key_hash: string; why: Exclude<WallEnding, 'unknown'>; ended_at: Generated<string> }
  totp: {
    user_id: number
    secret_sealed: string
    last_step: number
    created_at: Generated<string>
    last_used_at: ColumnType<string | null, string | null | undefined, string | null>
  }
  totp_enrolment: {
    user_id: number
    family: string
    secret_sealed: string
    tries: Generated<number>
    expires_at: string
  }
  passkey: {
    id: GeneratedAlways<number>
    user_id: number
    credential_id: string
    public_key: string
    user_handle: string
    counter: number
    transports: string[]
    synced: boolean
    name: string
    copied_at: ColumnType<string | null, string | null | undefined, string | null>
    created_at: Generated<string>
    last_used_at: ColumnType<string | null, string | null | undefined, string | null>
  }
  passkey_challenge: { challenge_hash: string; bound_to: string; expires_at: string }
  recovery_code: {
    user_id: number
    code_hash: string
    used_at: ColumnType<string | null, string | null | undefined, string | null>
    created_at: Generated<string>
  }
  second_step: {
    ticket_hash: string
    user_id: number
    way: string
    remember: boolean
    amr: string[]
    tries: Generated<number>
    expires_at: string
    created_at: Generated<string>
  }
  /** A view: anyone who has an app or a passkey. */
  second_factor_of: { user_id: number }
  captcha: { id: string; answer_hash: string; work: JSONColumnType<WorkToDo, string, string>; expires_at: string }
  user_identity: {
    issuer: string
    subject: string
    user_id: number
    created_at: Generated<string>
    last_at: Generated<string>
  }
  sso_attempt: {
    state_hash: string
    secret_hash: string
    nonce: string
    verifier: Buffer
    remember: boolean
    expires_at: string
  }
  known_address: { user_id: number; address: string; last_at: Generated<string> }
  sign_in_attempt: { key: string; failures: number; blocked_until: string; last_at: string }
  dictionary_item: Kept & {
    dictionary: string
    value: string
    labels: JSONColumnType<Translations, string | undefined, string>
    tone: ColumnType<Tone | null, Tone | null | undefined, Tone | null>
    offered: Generated<boolean>
    own: Generated<boolean>
    sort: ColumnType<number | null, number | null | undefined, number | null>
  }
  table_default: { name: string; columns: JSONColumnType<ColumnSetting[], string, string> }
  table_setting: { user_id: number; name: string; columns: JSONColumnType<ColumnSetting[], string, string> }
  list_view: Kept & {
    user_id: number
    list: string
    name: string
    shared: boolean
    state: Json<ViewState>
    columns: JSONColumnType<ColumnSetting[], string | null, string | null> | null
  }
  list_view_role: { view_id: number; role_id: number }
  list_view_user: { view_id: number; user_id: number }
  message_attachment: { message_id: number; name: string; type: string; content: Buffer }
  list_view_default: { user_id: number; list: string; view_id: number }
  /** A view: what a client app may do, for which records. */
  client_app_grant: { client_app_id: number; permissions: string[]; sets: Omit<Reached, 'peers' | 'user_id'> | null }
  client_app_menu: { client_app_id: number; menu_id: number }
  audit_unsealed: { entry_id: number }
  audit_seal: { position: number; entry_id: number; hash: string; sealed_at: Generated<string> }
  audit_end: { which: 'head' | 'anchor'; position: number; hash: string; at: Generated<string> }
  audit_check: {
    id: GeneratedAlways<number>
    at: Generated<string>
    whole: boolean
    since: string | null
    entries: number
    position: number
    hash: string
    problem: JSONColumnType<ChainProblem, string | null, never> | null
  }
  berth_plate: { berth_id: number; plate: string | null; noted_at: string; user_id: number; user_name: string }
  pile_look: { pile_id: number; looked_at: string; user_id: number; user_name: string }
  alarm_entry: {
    id: GeneratedAlways<number>
    alarm_id: number
    user_id: number
    user_name: string
    kind: AlarmEntryKind
    text: string | null
    assignee_name: ColumnType<string | null, string | null | undefined, string | null>
    until: ColumnType<string | null, string | null | undefined, string | null>
    phone_at: string | null
    said_at: string
    received_at: Generated<string>
    taken: boolean
  }
  error_hour: { error_id: number; starts_at: string; times: number }
  idempotency: {
    user_id: number
    key: string
    request_hash: string | null
    status: number
    /** Of before answers were sealed. */
    answer: JSONColumnType<object, never, never> | null
    sealed: ColumnType<Buffer | null, Buffer | null | undefined, Buffer>
    created_at: Generated<string>
  }
  file_use: { file_id: number; entity: string; entity_id: number; field: string }
  user_preference: { user_id: number; kept: Json<Parsed<typeof savePreferences>> }
  dashboard_layout: {
    id: GeneratedAlways<number>
    user_id: number | null
    role_id: number | null
    widgets: Json<Placed[]>
    updated_at: Generated<string>
  }
  notification_setting: {
    user_id: number
    ways: Json<Record<string, ('sms' | 'mail' | 'wechat')[]>>
    wechat: ColumnType<string | null, string | null | undefined, string | null>
    told_to: Generated<number>
    told_at: ColumnType<string | null, string | undefined, string>
    push: Json<Partial<PushChoices>>
  }
  push_device: {
    id: GeneratedAlways<number>
    user_id: number
    family: string
    remembered: boolean
    endpoint_hash: string
    sealed: Buffer
    host: string
    agent: string | null
    enabled: Generated<boolean>
    told_at: ColumnType<string | null, string | null | undefined, string | null>
    problem: ColumnType<string | null, string | null | undefined, string | null>
    seen_at: Generated<string>
    created_at: Generated<string>
  }
  push_shown: { device_id: number; case_id: number; alarm_id: number; assignee_id: number | null }
  push_noticed: { alarm_id: number }
  matter: { id: GeneratedAlways<number>; kind: string; record_id: number; noticed_at: Generated<string> }
  file_loose: { key: string; at: Generated<string> }
  work_order_entry: {
    id: GeneratedAlways<number>
    work_order_id: number
    user_id: number
    user_name: string
    set: Json<WorkOrderEntry['set']>
    note: string | null
    late: string[]
    phone_at: string | null
    said_at: string
    received_at: Generated<string>
  }
  photo: {
    id: GeneratedAlways<number>
    key: string
    entity: string
    entity_id: number
    file_key: string
    user_id: number
    user_name: string
    taken_at: string
    item: ColumnType<number | null, number | null | undefined, number | null>
    received_at: Generated<string>
    removed_at: ColumnType<string | null, undefined, string>
  }
  photo_part: { user_id: number; key: string; at: number; content: Buffer; arrived_at: Generated<string> }
  unknown_card: { pile_id: number; number: string; at: Generated<string> }
  firmware_push: { campaign_id: number; firmware_id: number; token: string; file: string | null }
  diagnostics_upload: {
    id: GeneratedAlways<number>
    pile_id: number
    command_id: number | null
    asked_by: string | null
    what: Diagnostics
    token_hash: string | null
    elsewhere: string | null
    expires_at: string
    file: ColumnType<string | null, never, string>
    received_at: ColumnType<string | null, never, string>
    fetched_by: ColumnType<string | null, never, string>
    fetched_at: ColumnType<string | null, never, string>
    created_at: Generated<string>
  }
  profile_push: { campaign_id: number; charging_profile_id: number }
  profile_check: {
    pile_id: number
    state: 'same' | 'differs' | 'refused'
    differences: Json<ProfileDrift[]>
    said: string | null
    checked_at: Generated<string>
    outdated_at: ColumnType<string | null, never, string>
  }
  installed_profile: {
    pile_id: number
    connector_number: number
    charging_profile_id: number
    purpose: Purpose
    stack_level: number
    sent: Json<SentProfile>
    sent_version: number
    confirmed_at: Generated<string>
    told_at: ColumnType<string | null, never, string>
  }
  outside_limit: Omit<OutsideLimit, 'schedules'> & { pile_id: number; schedules: Json<OutsideSchedule[]> }
  network_move: {
    target_id: number
    order_before: string
    ends_as: TargetState | null
    said: string | null
  }
  configuration_step: {
    target_id: number
    step: 'read' | 'set' | 'read_back'
    key: Generated<string>
    word: string | null
  }
  pile_setting: {
    pile_id: number
    key: string
    value: string | null
    read_only: boolean
    read_at: Generated<string>
    component: string | null
    component_instance: string | null
    evse: number | null
    connector: number | null
    variable: string | null
    variable_instance: string | null
    attribute: Attribute | null
    type: KeyType | null
    unit: string | null
    minimum: number | null
    maximum: number | null
    choices: string[] | null
    write_only: Generated<boolean>
    persistent: boolean | null
    constant: boolean | null
    supports_monitoring: boolean | null
  }
  pile_setting_change: {
    id: GeneratedAlways<number>
    pile_id: number
    key: string
    value: string | null
    read_at: Generated<string>
  }
  strategy_rule: { strategy_id: number; rule_id: number }
  strategy_period: {
    id: GeneratedAlways<number>
    site_id: number
    strategy_id: number | null
    starts_at: string | null
    ends_at: string | null
    created_at: Generated<string>
  }
  connector: {
    pile_id: number
    number: number
    status: Generated<string>
    status_at: string | null
    error_code: string | null
    vendor_code: string | null
    info: string | null
    power_w: number | null
    current_ma: number | null
    voltage_mv: number | null
    soc: number | null
    temperature_c: number | null
    measured_at: string | null
  }
  pile_flag: {
    pile_id: number
    flag: string
    /** What of its kind it is about: a security event's type, a firmware status. Empty: those that were not kept one by one. */
    subject: string
    detail: string
    first_at: string
    at: string
    times: Generated<number>
    pinned: Generated<boolean>
  }
  reading: {
    order_id: number
    at: string
    pile_id: number
    connector_number: number
    energy_wh: number | null
    resolution_wh: Generated<number>
    power_w: number | null
    current_ma: number | null
    voltage_mv: number | null
    soc: number | null
    received_at: Generated<string>
  }
  transaction_event: {
    pile_id: number
    transaction_id: string
    seq_no: number
    kind: 'started' | 'updated' | 'ended'
    at: string
    received_at: string
    said: ColumnType<Record<string, unknown>, string, never>
  }
  pile_monitor: { pile_id: number } & ToldMonitor & { told_at: Generated<string> }
  shown_message: {
    pile_id: number
    number: number
    sent: Json<ScreenMessage> | null
    told: Json<ScreenMessage> | null
    missing: Generated<boolean>
    ends_at: string | null
    transaction_id: string | null
    sent_at: string | null
    told_at: string | null
    sent_version: number | null
    differs: Generated<boolean>
  }
  pile_tariff: {
    pile_id: number
    state: Generated<TariffState>
    why: Late
    said: Late
    wanted: Late
    tariff: ColumnType<GivenTariff | null, string | null | undefined, string | null>
    strategy: Late
    given_at: Late
    ask_due: Generated<boolean>
    send_after: Late
    updated_at: Generated<string>
    decisions: Generated<number>
  }
  message_push: { campaign_id: number; display_message_id: number }
  customer_report_part: {
    command_id: number
    part: number
    is_last: boolean
    text: string
    is_cut: boolean
    told_at: Generated<string>
  }
  unbegun_transaction: { pile_id: number; transaction_id: string; heard_at: string }
  transaction_question: { pile_id: number; transaction_id: string; asked_at: string; has_more: Generated<boolean> }
  pile_condition: {
    pile_id: number
    thing: string
    code: string
    connector_number: number | null
    monitor_number: number | null
    lasts: boolean
    at: string
    event_id: number
  }
  set_aside: {
    id: GeneratedAlways<number>
    pile_id: number
    action: string
    reason: string
    payload: JSONColumnType<object, string, string>
    payload_hash: string
    received_at: Generated<string>
    times: Generated<number>
    last_received_at: Generated<string>
  }
  frame: {
    id: GeneratedAlways<number>
    at: string
    connection: number
    station_number: string
    outgoing: boolean
    unique_id: string | null
    command: string | null
    content: string
    answer: string | null
    answered_at: string | null
    counted: number | null
  }
}

/** Every table, its types following from the entities. */
export type Database = Omit<
  EntityTables,
  | 'pile'
  | 'batch_task'
  | 'orders'
  | 'refund'
  | 'balance_request'
  | 'ledger_entry'
  | 'rejected_connection'
  | 'file'
  | 'task_run'
  | 'message'
  | 'users'
  | 'role'
  | 'menu'
  | 'audit_entry'
  | 'client_app'
  | 'error_entry'
  | 'command'
> & {
  pile: EntityTables['pile'] & PileOnly
  batch_task: EntityTables['batch_task'] & BatchTaskOnly
  alarm: EntityTables['alarm'] & AlarmOnly
  maintenance: EntityTables['maintenance'] & MaintenanceOnly
  work_order: EntityTables['work_order'] & WorkOrderOnly
  inspection: EntityTables['inspection'] & InspectionOnly
  campaign: EntityTables['campaign'] & CampaignOnly
  campaign_target: EntityTables['campaign_target'] & CampaignTargetOnly
  card_list: EntityTables['card_list'] & CardListOnly
  certificate: EntityTables['certificate'] & CertificateOnly
  root_certificate: EntityTables['root_certificate'] & RootCertificateOnly
  pile_root: PileRoot
  pile_network_slot: PileNetworkSlot
  pile_root_reading: { pile_id: number; use: CertificateUse; read_at: Generated<string> }
  security_event: EntityTables['security_event'] & { counted: Generated<boolean>; day: string }
  reservation: EntityTables['reservation'] & ReservationOnly
  orders: EntityTables['orders'] & OrderOnly
  refund: EntityTables['refund'] & AskedBy
  balance_request: Omit<EntityTables['balance_request'], 'number'> & BalanceRequestOnly
  ledger_entry: EntityTables['ledger_entry'] & LedgerOnly
  rejected_connection: EntityTables['rejected_connection'] & RejectedOnly
  file: EntityTables['file'] & FileOnly
  customer: EntityTables['customer'] & CreatedBy
  card: Omit<EntityTables['card'], 'expired'> & CreatedBy & { expired: Generated<boolean> }
  card_group: EntityTables['card_group'] & CreatedBy
  users: Omit<EntityTables['users'], keyof UserOnly> & UserOnly
  role: Omit<EntityTables['role'], keyof RoleOnly> & RoleOnly
  menu: Omit<EntityTables['menu'], keyof MenuOnly> & MenuOnly
  audit_entry: Omit<EntityTables['audit_entry'], keyof AuditOnly> & AuditOnly
  error_entry: EntityTables['error_entry'] & ErrorOnly
  node: EntityTables['node'] & NodeOnly
  client_app: Omit<EntityTables['client_app'], keyof ClientAppOnly> & ClientAppOnly
  wall_display: EntityTables['wall_display'] & {
    key_hash: ColumnType<string | null, string | null | undefined, string | null>
  }
  task_run: EntityTables['task_run'] & TaskRunOnly
  message: EntityTables['message'] & MessageOnly
  command: EntityTables['command'] & CommandOnly
} & OwnTables
