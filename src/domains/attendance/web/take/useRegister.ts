import { useQuery } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Entry } from '#ui/outbox/entries.ts'
import type { Sent } from '#ui/outbox/outbox.ts'
import { useOutbox } from '#ui/outbox/useOutbox.ts'
import type { Failure } from '#ui/problems.ts'
import { type KeptRegister, saveRegisterKind } from '../attendanceKinds.ts'
import { placeKey, type RegisterPlace } from '../registerPlace.ts'
import { sessionWords, showTime } from '../words.ts'
import { dropDraft, keepDraft, readDraft } from './drafts.ts'
import { useKeptRegisters } from './keptRegisters.ts'
import { isTouched, marksToSend, saysTheSame, type Sheet, sheetOf } from './sheet.ts'
import { RegisterSheetDocument, type RegisterSheetQuery, type SaveRegisterMutation } from './take.graphql.ts'

export type RegisterData = RegisterSheetQuery['registerSheet']

/** A register that a person has saved and the server has not acknowledged. */
export type KeptEntry = Entry<KeptRegister>

function entriesOf(entries: readonly Entry[], place: RegisterPlace): KeptEntry[] {
  const key = placeKey(place)
  return (entries as readonly KeptEntry[]).filter(
    (entry) => entry.kind === saveRegisterKind.name && placeKey(entry.input) === key,
  )
}

/** What of a list of entries belongs to a register; the last one counts. */
export function entryOf(entries: readonly Entry[], place: RegisterPlace): KeptEntry | undefined {
  return entriesOf(entries, place).at(-1)
}

/** The sheet that was saved with an entry. */
function sheetOfEntry({ input }: KeptEntry): Sheet {
  return {
    seen: input.seen,
    marks: Object.fromEntries(input.marks.map(({ studentId, value, note }) => [studentId, { value, note: note ?? '' }])),
  }
}

/**
 * A register on the screen: what the server has, what was tapped over it, and what became of saving it. Without a connection the
 * register shows as it was last read, and saving keeps it in the outbox.
 */
export function useRegister(place: RegisterPlace) {
  const { schoolId, viewer } = useActiveSchool()
  const outbox = useOutbox()
  useKeptRegisters()
  const { data, error, refetch } = useQuery(RegisterSheetDocument, {
    variables: { schoolId, input: place },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  // A failed renewal must not take away what is on the screen.
  const kept = useRef<RegisterData>(undefined)
  if (data) kept.current = data.registerSheet
  const register = data?.registerSheet ?? kept.current

  const waiting = entryOf(outbox.waiting, place)
  const refused = entryOf(outbox.refused, place)
  // What has waited is stored now: with its version and who took it.
  const sending = useRef(waiting?.key)
  useEffect(() => {
    if (sending.current !== undefined && !waiting) refetch().catch(() => undefined)
    sending.current = waiting?.key
  }, [waiting, refetch])
  const [draft, setDraft] = useState(() => readDraft(viewer.id, place))
  const base = refused ?? waiting
  const basis = useMemo(
    () => draft ?? (base && { ...sheetOfEntry(base), ...(base === waiting ? { seen: base.input.seen + 1 } : {}) }),
    [draft, base, waiting],
  )
  const sheet = useMemo(() => register && sheetOf(register.rows, register.version, basis), [register, basis])
  const touched = register !== undefined && sheet !== undefined && isTouched(register.rows, sheet)

  const change = useCallback(
    (next: Sheet) => {
      if (kept.current && isTouched(kept.current.rows, next)) keepDraft(viewer.id, place, next)
      else dropDraft(viewer.id, place)
      setDraft(next)
    },
    [viewer.id, place],
  )
  const forget = useCallback(() => {
    dropDraft(viewer.id, place)
    setDraft(undefined)
  }, [viewer.id, place])

  /** Somebody has stored the register since this sheet was made. */
  const overtaken =
    refused?.refusal?.code === 'CONFLICT'
      ? refused.refusal.message
      : !waiting && touched && register && sheet && register.version > sheet.seen
        ? `${register.sectionName} was taken by ${register.takenByName} at ${register.takenAt ? showTime(register.takenAt) : ''} meanwhile.`
        : null

  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  /** Sends the sheet; over what somebody else has stored only where the person has seen that. */
  async function save(over: boolean): Promise<Sent<SaveRegisterMutation> | { state: 'unchanged' } | null> {
    if (!register || !sheet || saving) return null
    // Nothing is sent that changes nothing: the next one counts on the version that each of them makes.
    if (!refused && !over && saysTheSame(register.rows, sheet, waiting && sheetOfEntry(waiting))) {
      forget()
      return { state: 'unchanged' }
    }
    setSaving(true)
    setFailure(null)
    try {
      let rows = register.rows
      let seen = sheet.seen
      if (over) {
        const now = (await refetch()).data?.registerSheet
        rows = now?.rows ?? rows
        seen = now?.version ?? register.version
      }
      // Made over what waits still: should that be refused, this must not pass for a correction of what refused it.
      const after = waiting && !refused && !over ? { after: waiting.key } : {}
      const input: KeptRegister = { ...place, seen, ...after, marks: marksToSend(rows, sheet) }
      const sent: Sent<SaveRegisterMutation> | null = refused
        ? await outbox.again(refused.key, input)
        : await outbox.send(saveRegisterKind, input, labelOf(register))
      if (sent?.state === 'refused') {
        // What was sent stays in the outbox, and the sheet as it was on the screen.
        setFailure(sent.failure)
        forget()
        refetch().catch(() => undefined)
      } else if (sent) {
        await discardRefused(refused?.key)
        forget()
        // With its new version and who took it, for the next correction.
        if (sent.state === 'sent') refetch().catch(() => undefined)
      }
      return sent
    } finally {
      setSaving(false)
    }
  }

  /** A register that was saved several times without a connection may have been refused as often; the last one has it all. */
  async function discardRefused(but?: string): Promise<void> {
    for (const { key } of entriesOf(outbox.refused, place)) if (key !== but) await outbox.discard(key)
  }

  /** Lets what is stored stand, and throws away what was tapped here. */
  async function giveUp(): Promise<void> {
    await discardRefused()
    setFailure(null)
    forget()
    refetch().catch(() => undefined)
  }

  return {
    register,
    sheet,
    error: register ? undefined : error,
    /** Whether what is shown may be out of date: there is no connection. */
    stale: register !== undefined && error !== undefined,
    refetch,
    waiting,
    refused,
    touched,
    overtaken,
    failure: failure ?? (refused?.refusal ? { ...refused.refusal, expected: true } : null),
    saving,
    change,
    save,
    giveUp,
  }
}

/** '7-B, 21 Nov 2026, Morning'. */
function labelOf(register: Pick<RegisterData, 'sectionName' | 'day' | 'session' | 'subjectName' | 'starts'>): string {
  return [register.sectionName, showDay(register.day), sessionWords(register)].filter(Boolean).join(', ')
}
