import type { OurCall } from '../protocol.ts'
import { keyNamed, type Named } from './variables.ts'

/* What a call that a person wrote sets in a pile. */

export interface SetVariable extends Named {
  attributeType?: string
  attributeValue: string
}

export const variablesIn = ({ action, payload }: OurCall): readonly SetVariable[] =>
  action === 'SetVariables' ? (payload.setVariableData as SetVariable[]) : []

/** One of them as a setting. */
export const settingOf = (one: SetVariable): { key: string; value: string } => {
  const { attributeType, attributeValue: value } = one
  return { key: keyNamed(one, attributeType), value }
}

/** The variable that holds a password by which the pile comes to its central system, of whichever connection (A01, B09). */
export const isPassword = ({ variable }: Named): boolean => /^basicauthpassword$/i.test(variable.name.trim())

/** How a pile is to connect (B09), in one of its slots; null where the call says nothing of it. 2.0.1 has no password there. */
export function connectionIn({ action, payload }: OurCall): { slot: number; password: string | null } | null {
  if (action !== 'SetNetworkProfile') return null
  const { basicAuthPassword = null } = payload.connectionData as { basicAuthPassword?: string }
  return { slot: Number(payload.configurationSlot), password: basicAuthPassword }
}

/** The password by which the pile is to come; null where the call gives it none. One goes alone (call-rules.ts). */
export const passwordIn = (call: OurCall): string | null =>
  connectionIn(call)?.password ?? variablesIn(call).find(isPassword)?.attributeValue ?? null
