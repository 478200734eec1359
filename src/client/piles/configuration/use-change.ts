import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saidIn } from '../../../shared/domain/command-answer.ts'
import { flawOfChange, mayLosePile } from '../../../shared/domain/configuration-keys.ts'
import { pileCommands } from '../../../shared/endpoints/pile-commands.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { call } from '../../kit/api/call.ts'
import type { Failure } from '../../kit/api/failure.ts'
import { canGoNow } from '../../kit/api/now-only.ts'
import { invalidate, useKeys } from '../../kit/api/queries.ts'
import { confirm } from '../../kit/ui/confirm.tsx'
import { isHidden, type SettingRow } from './setting-rows.ts'
import { useSettingWords } from './use-setting-words.ts'

/** Under which the answers of this tab are asked for again. */
export const SETTINGS = 'pile_setting'

interface Asked {
  id: number
  key: string
  value: string
}

/** The write itself. `useSend` takes a `key` for the write's own, and here a setting's is sent. */
function useSending() {
  const keys = useKeys()
  return useMutation<Data<typeof pileCommands.configure>, Failure, Asked>({
    mutationFn: (asked) => call(pileCommands.configure, asked, { key: keys.keyFor(asked) }),
    onSuccess: () => void invalidate(SETTINGS),
    onSettled: (_, error) => {
      // A silent server may have done it; any answer settles it.
      if (error?.kind !== 'silent') keys.done()
    },
  })
}

export interface Said {
  key: string
  text: string
  good: boolean
}

/** The change of one key: typed, checked, sent; then what the pile said to it stands beside the key. */
export function useChange(pileId: number) {
  const { t } = useTranslation('configuration')
  const words = useSettingWords()
  const sending = useSending()
  const [editing, setEditing] = useState<string | null>(null)
  const [value, setValue] = useState('')
  const [tried, setTried] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)

  function flawOf(row: SettingRow): string | undefined {
    const flaw = flawOfChange(row.key, value, row)
    if (flaw) return t(`flaws.${flaw.problem}`, { max: flaw.max })
    const { fields, message } = sending.error ?? {}
    return fields?.value ?? fields?.key ?? message
  }

  async function submit(row: SettingRow, given: string) {
    if (!canGoNow()) return
    if (mayLosePile(row.key) && !(await confirm(riskOf(row.key)))) return
    sending.mutate(
      { id: pileId, key: row.key, value: given },
      {
        onSuccess: ({ command }) => {
          const { status, answer } = command as { status: string; answer: string | null }
          const good = status === 'done' || status === 'accepted'
          const { word, reason } = saidIn(answer)
          const text = status === 'not_connected' ? t('not_connected') : words.answer(word, reason)
          setSaid({ key: row.key, text, good })
          setEditing(null)
        },
        onError: ({ message }) => editing !== row.key && setSaid({ key: row.key, text: message, good: false }),
      },
    )
  }

  /** A question before a pile may be lost: what may happen. */
  const riskOf = (key: string) => ({
    title: t('risk.title', { key }),
    text: t('risk.address'),
    yes: t('risk.yes'),
    danger: true,
  })

  return {
    editing,
    value,
    /** What the pile answered, where the key's state does not say it as well. */
    said: (row: SettingRow) => (said?.key === row.key && row.change?.status !== 'refused' ? said : null),
    busy: sending.isPending,
    wrong: (row: SettingRow) => (tried ? flawOf(row) : undefined),
    type(typed: string) {
      sending.reset()
      setValue(typed)
    },
    begin(row: SettingRow) {
      sending.reset()
      setSaid(null)
      setTried(false)
      setValue((!isHidden(row) && row.value) || '')
      setEditing(row.key)
    },
    cancel: () => setEditing(null),
    send(row: SettingRow) {
      setTried(true)
      if (!flawOfChange(row.key, value, row)) void submit(row, value)
    },
    /** Gives the key another value than one that was typed: its template's. */
    sendAs: (row: SettingRow, other: string) => void submit(row, other),
  }
}

export type Changing = ReturnType<typeof useChange>
