import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MenuEntry, menuAdd, menuUpdate } from '../../shared/endpoints/menus.ts'
import type { Failure } from '../kit/api/failure.ts'
import { useSend } from '../kit/api/queries.ts'
import { same } from '../kit/fields/same.ts'
import { focusFirst } from '../kit/forms/focus-first.ts'
import { toast } from '../kit/ui/toast.ts'
import { draftOf, type EntryDraft, sentOf } from './entry.ts'

interface Options {
  /** The entry that is edited; null for a new one. */
  entry: MenuEntry | null
  start: EntryDraft
  onSaved: (entry: MenuEntry) => void
}

/** The form of an entry: its values, what is wrong with them, saving, and what another person saved meanwhile. */
export function useEntryForm({ entry, start, onSaved }: Options) {
  const { t } = useTranslation('common')
  const [draft, setDraft] = useState<EntryDraft>(start)
  const [base, setBase] = useState({ version: entry?.version, start })
  const [mended, setMended] = useState<readonly string[]>([])
  const adding = useSend(menuAdd, ['menu'])
  const updating = useSend(menuUpdate, ['menu'])
  const { error, isPending } = entry ? updating : adding
  const overtaken = error?.code === 409 ? ((error.data as { current?: MenuEntry } | null)?.current ?? null) : null
  const done = {
    onSuccess: (saved: unknown) => {
      toast(t('done.saved'), { tone: 'success' })
      onSaved(saved as MenuEntry)
    },
    onError: ({ fields }: Failure) => focusFirst(Object.keys(fields).map((path) => path.split('.')[0] ?? path)),
  }
  function save() {
    setMended([])
    const sent = sentOf(draft, entry)
    if (!entry) return adding.mutate(sent as never, done)
    updating.mutate({ id: entry.id, version: base.version, ...sent } as never, done)
  }
  const fields = Object.entries(error?.fields ?? {}).filter(([name]) => !mended.includes(name))
  return {
    draft,
    dirty: !same(base.start, draft),
    busy: isPending,
    wrong: Object.fromEntries(fields),
    /** Why it was not saved, where no field says it. */
    elsewhere: error && !overtaken && Object.keys(error.fields).length === 0 ? error.message : null,
    overtaken,
    change(name: string, value: unknown) {
      setDraft((now) => ({ ...now, [name]: value }))
      setMended((names) => [...names, name])
    },
    save,
    startOver: () => setDraft(base.start),
    /** Goes on with the entry as another person saved it, or with one's own on top of it. */
    settle(mine: boolean) {
      if (!overtaken) return
      // A refusal tells the entry's fields; the calls stay as they were read.
      const theirs = { ...draftOf({ ...overtaken, apiList: overtaken.apiList ?? draft.api_list }) }
      setBase({ version: overtaken.version, start: theirs })
      if (!mine) setDraft(theirs)
      updating.reset()
    },
  }
}

export type EntryForm = ReturnType<typeof useEntryForm>
