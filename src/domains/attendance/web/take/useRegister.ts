import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Entry } from '#ui/outbox/entries.ts'
import type { SendResult } from '#ui/outbox/outbox.ts'
import { useOutbox } from '#ui/outbox/useOutbox.ts'
import type { Failure } from '#ui/problems.ts'
import { type QueuedRegister, saveRegisterKind } from '../outboxKinds.ts'
import { registerKey, type RegisterRef } from '../registerRef.ts'
import { sessionLabel, showTime } from '../labels.ts'
import { deleteDraft, storeDraft, readDraft } from './drafts.ts'
import { useCachedRegisters } from './cachedRegisters.ts'
import { isTouched, marksToSend, hasSameMarks, type Sheet, sheetOf } from './sheet.ts'
import { RegisterSheetDocument, type RegisterSheetQuery, type SaveRegisterMutation } from './take.graphql.ts'

export type RegisterData = RegisterSheetQuery['registerSheet']

/** A saved register in the outbox that the server has not acknowledged. */
export type RegisterEntry = Entry<QueuedRegister>

function registerEntries(entries: readonly Entry[], place: RegisterRef): RegisterEntry[] {
  const key = registerKey(place)
  return (entries as readonly RegisterEntry[]).filter(
    (entry) => entry.kind === saveRegisterKind.name && registerKey(entry.input) === key,
  )
}

/** Returns the last entry of a register in a list of outbox entries. */
export function lastEntry(entries: readonly Entry[], place: RegisterRef): RegisterEntry | undefined {
  return registerEntries(entries, place).at(-1)
}

/** Rebuilds the sheet that an outbox entry contains. */
function sheetOfEntry({ input }: RegisterEntry): Sheet {
  return {
    seen: input.seen,
    marks: Object.fromEntries(input.marks.map(({ studentId, value, note }) => [studentId, { value, note: note ?? '' }])),
  }
}

/**
 * State of a register on the screen: the server's data, the user's changes, and the result of saving. Offline, it shows
 * the register as last read, and saving puts it into the outbox.
 */
export function useRegister(place: RegisterRef) {
  const { schoolId, viewer } = useActiveSchool()
  const outbox = useOutbox()
  useCachedRegisters()
  const { data, error, refetch } = useQuery(RegisterSheetDocument, {
    variables: { schoolId, input: place },
  })
  // Keeps the last data, so that a failed refetch does not clear the screen.
  const lastRegister = useRef<RegisterData>(undefined)
  if (data) lastRegister.current = data.registerSheet
  const register = data?.registerSheet ?? lastRegister.current

  const waiting = lastEntry(outbox.waiting, place)
  const refused = lastEntry(outbox.refused, place)
  // Refetches once a queued save is stored, to get its version and who took it.
  const sending = useRef(waiting?.key)
  useEffect(() => {
    if (sending.current !== undefined && !waiting) refetch().catch(() => undefined)
    sending.current = waiting?.key
  }, [waiting, refetch])
  const [draft, setDraft] = useState(() => readDraft(viewer.id, place))
  const savedEntry = refused ?? waiting
  const draftSheet = useMemo(
    () =>
      draft ??
      (savedEntry && { ...sheetOfEntry(savedEntry), ...(savedEntry === waiting ? { seen: savedEntry.input.seen + 1 } : {}) }),
    [draft, savedEntry, waiting],
  )
  const sheet = useMemo(() => register && sheetOf(register.rows, register.version, draftSheet), [register, draftSheet])
  const touched = register !== undefined && sheet !== undefined && isTouched(register.rows, sheet)

  const change = useCallback(
    (next: Sheet) => {
      if (lastRegister.current && isTouched(lastRegister.current.rows, next)) storeDraft(viewer.id, place, next)
      else deleteDraft(viewer.id, place)
      setDraft(next)
    },
    [viewer.id, place],
  )
  const clearDraft = useCallback(() => {
    deleteDraft(viewer.id, place)
    setDraft(undefined)
  }, [viewer.id, place])

  /** Set when somebody else has stored the register since this sheet was loaded. */
  const conflict =
    refused?.refusal?.code === 'CONFLICT'
      ? refused.refusal.message
      : !waiting && touched && register && sheet && register.version > sheet.seen
        ? takenMeanwhile(register)
        : null

  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  /** Sends the sheet. @param overwrite replaces what somebody else has stored, after the user has seen the conflict */
  async function save(overwrite: boolean): Promise<SendResult<SaveRegisterMutation> | { state: 'unchanged' } | null> {
    if (!register || !sheet || saving) return null
    // Sends no save without changes, because the next save's `seen` assumes that each save makes a version.
    if (!refused && !overwrite && hasSameMarks(register.rows, sheet, waiting && sheetOfEntry(waiting))) {
      clearDraft()
      return { state: 'unchanged' }
    }
    setSaving(true)
    setFailure(null)
    try {
      let rows = register.rows
      let seen = sheet.seen
      if (overwrite) {
        const now = (await refetch()).data?.registerSheet
        rows = now?.rows ?? rows
        seen = now?.version ?? register.version
      }
      // Names the queued save this one builds on. If that is refused, this one must not overwrite the conflicting
      // register.
      const after = waiting && !refused && !overwrite ? { after: waiting.key } : {}
      const input: QueuedRegister = { ...place, seen, ...after, marks: marksToSend(rows, sheet) }
      const sent: SendResult<SaveRegisterMutation> | null = refused
        ? await outbox.again(refused.key, input)
        : await outbox.send(saveRegisterKind, input, labelOf(register))
      if (sent?.state === 'refused') {
        // The refused save stays in the outbox, and the screen shows the sheet from there.
        setFailure(sent.failure)
        clearDraft()
        refetch().catch(() => undefined)
      } else if (sent) {
        await discardRefused(refused?.key)
        clearDraft()
        // The next correction needs the new version and who took it.
        if (sent.state === 'sent') refetch().catch(() => undefined)
      }
      return sent
    } finally {
      setSaving(false)
    }
  }

  /**
   * Discards refused saves of this register. Offline saves may be refused one by one; the last one contains them all.
   */
  async function discardRefused(exceptKey?: string): Promise<void> {
    for (const { key } of registerEntries(outbox.refused, place)) if (key !== exceptKey) await outbox.discard(key)
  }

  /** Keeps the stored register and discards the user's changes. */
  async function keepStored(): Promise<void> {
    await discardRefused()
    setFailure(null)
    clearDraft()
    refetch().catch(() => undefined)
  }

  return {
    register,
    sheet,
    error: register ? undefined : error,
    /** Whether the data may be out of date, because there is no connection. */
    stale: register !== undefined && error !== undefined,
    refetch,
    waiting,
    refused,
    touched,
    conflict,
    failure: failure ?? (refused?.refusal ? { ...refused.refusal, expected: true } : null),
    saving,
    change,
    save,
    keepStored,
  }
}

/** Says who has taken the register since this sheet was loaded. */
function takenMeanwhile({ sectionName, takenByName, takenAt }: RegisterData): string {
  const time = takenAt ? showTime(takenAt) : ''
  return t`${sectionName} was taken by ${takenByName ?? ''} at ${time} meanwhile.`
}

/** Formats the outbox label, '7-B, 21 Nov 2026, Morning'. */
function labelOf(register: Pick<RegisterData, 'sectionName' | 'day' | 'session' | 'subjectName' | 'starts'>): string {
  return [register.sectionName, showDay(register.day), sessionLabel(register)].filter(Boolean).join(', ')
}
