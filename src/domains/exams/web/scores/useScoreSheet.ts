import { t } from '@lingui/core/macro'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import type { Entry } from '#ui/outbox/entries.ts'
import { useOutbox } from '#ui/outbox/useOutbox.ts'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { useRequestKey } from '#ui/requestKey.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { enterScoresKind, type QueuedScores } from '../outboxKinds.ts'
import { sayWord } from '../sayWord.ts'
import { readDrafts, storeDrafts } from './drafts.ts'
import {
  type CellRef,
  cellKey,
  type Drafts,
  entryOf,
  type Grid,
  sendable,
  storedScores,
  withChoice,
  withoutStored,
  withRefused,
  withTyped,
} from './grid.ts'
import { CorrectScoresDocument, ScoreSheetDocument, type ScoreSheetDataFragment } from './scores.graphql.ts'
import { sheetKey, type SheetRef } from './sheetRef.ts'

export type SheetData = ScoreSheetDataFragment

/** How long nothing is typed before it is sent, in milliseconds. */
const restMs = 800

function entriesOf(entries: readonly Entry[], sheet: SheetRef): Entry<QueuedScores>[] {
  return (entries as readonly Entry<QueuedScores>[]).filter(
    ({ kind, input }) => kind === enterScoresKind.name && sheetKey(input) === sheetKey(sheet),
  )
}

/** Formats a sheet: `7-B, Science, Term 1`. */
export function sheetTitle({ className, sectionName, subjectName, part }: SheetData): string {
  return `${className}-${sectionName}, ${subjectName}, ${sayWord(part)}`
}

/**
 * State of a sheet on the screen: the stored scores, what was typed, and what waits for the network. What is typed is
 * sent by itself through the outbox, as soon as nothing was typed for a moment. A refused entry comes back as what was
 * typed, with the problem at its cell; the other cells are sent again.
 */
export function useScoreSheet(sheet: SheetRef) {
  const { schoolId, viewer } = useActiveSchool()
  const client = useDataClient()
  const outbox = useOutbox()
  const sendCommand = useSendCommand()
  const withKey = useRequestKey()
  const variables = useMemo(() => ({ schoolId, ...sheet }), [schoolId, sheet])
  const { data, error, refetch } = useQuery(ScoreSheetDocument, { variables })
  // Keeps the last data, so that a failed refetch does not clear the screen.
  const last = useRef<SheetData>(undefined)
  if (data) last.current = data.scoreSheet
  const row = data?.scoreSheet ?? last.current

  const waitingEntries = entriesOf(outbox.waiting, sheet)
  const refusedEntries = entriesOf(outbox.refused, sheet)
  const waitingKeys = waitingEntries.map(({ key }) => key).join(' ')
  const grid = useMemo<Grid | undefined>(
    () =>
      row && {
        columns: row.columns,
        grades: row.grades,
        stored: storedScores(row.students),
        waiting: new Map(
          waitingEntries.flatMap(({ input }) => input.scores.map((score) => [cellKey(score), score.value] as const)),
        ),
      },
    // Entries never change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [row, waitingKeys],
  )

  const [drafts, setDrafts] = useState(() => readDrafts(viewer.id, sheet))
  const newest = useRef({ drafts, grid })
  newest.current = { drafts, grid }
  const update = useCallback(
    (change: (drafts: Drafts, grid: Grid) => Drafts) => {
      const { drafts: before, grid: now } = newest.current
      if (!now) return
      const next = change(before, now)
      if (next === before) return
      newest.current = { drafts: next, grid: now }
      storeDrafts(viewer.id, sheet, next)
      setDrafts(next)
    },
    [viewer.id, sheet],
  )

  /** Why nothing is sent, until the person tries again. */
  const [failure, setFailure] = useState('')
  const [sending, setSending] = useState(false)
  const [typing, setTyping] = useState<string | null>(null)
  const mayEnter = row?.viewerCan.enter.allowed === true
  const mayCorrect = row?.viewerCan.correct.allowed === true

  // A refused entry is what was typed, with its problems.
  const refusedKeys = refusedEntries.map(({ key }) => key).join(' ')
  useEffect(() => {
    if (!grid || refusedEntries.length === 0) return
    for (const { key, input, refusal } of refusedEntries) {
      const problems = refusal?.problems ?? []
      update((before) => withRefused(before, input.scores, problems))
      if (!problems.some(({ path }) => path.startsWith('scores.'))) setFailure(refusal?.message ?? '')
      void outbox.discard(key)
    }
    // A refusal may name somebody else's change, which the sheet must then show.
    refetch().catch(() => undefined)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [refusedKeys, grid === undefined])

  // The outbox has sent its entries, also those of another tab, so the stored sheet has changed.
  const wasWaiting = useRef(waitingKeys)
  useEffect(() => {
    if (wasWaiting.current !== '' && waitingKeys === '' && !sending) refetch().catch(() => undefined)
    wasWaiting.current = waitingKeys
  }, [waitingKeys, sending, refetch])

  const pending = grid && mayEnter && failure === '' ? sendable(grid, drafts, typing) : []
  const pendingKey = JSON.stringify(pending)
  const send = useCallback(async () => {
    const { drafts: now, grid: current } = newest.current
    if (!current || !last.current) return
    const scores = sendable(current, now, typing).map(entryOf)
    if (scores.length === 0) return
    setSending(true)
    try {
      const sent = await outbox.send(enterScoresKind, { ...sheet, scores }, sheetTitle(last.current))
      if (sent.state === 'sent') client.remember(ScoreSheetDocument, variables, { scoreSheet: sent.data.enterScores })
      if (sent.state !== 'refused') {
        const values = new Map(scores.map((score) => [cellKey(score), score.value]))
        update((before) => Object.fromEntries(Object.entries(before).filter(([key, draft]) => values.get(key) !== draft.value)))
      }
    } catch {
      setFailure(t`There is no connection, and this device cannot save the marks. Keep this page open and try again in a moment.`)
    } finally {
      setSending(false)
    }
  }, [client, outbox, sheet, typing, update, variables])
  const latestSend = useRef(send)
  latestSend.current = send
  useEffect(() => {
    if (pendingKey === '[]' || sending) return undefined
    const timer = setTimeout(() => void latestSend.current(), restMs)
    return () => clearTimeout(timer)
  }, [pendingKey, sending])

  const type = useCallback(
    (cells: readonly { cell: CellRef; value: string }[]) => {
      update((before, now) => cells.reduce((all, { cell, value }) => withTyped(now, all, cell, value), before))
    },
    [update],
  )

  /** Stores what was typed into a locked sheet. Returns why it was not; '' if it was. */
  async function correct(reason: string): Promise<string> {
    if (!grid) return ''
    const scores = sendable(grid, drafts).map(entryOf)
    try {
      const answer = await withKey((key) =>
        sendCommand(CorrectScoresDocument, { schoolId, input: { key, ...sheet, scores, reason } }, { changesNothing: true }),
      )
      client.remember(ScoreSheetDocument, variables, { scoreSheet: answer.correctScores })
      const done = new Set(scores.map(cellKey))
      update((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !done.has(key))))
      return ''
    } catch (thrown) {
      const failed = failureOf(thrown)
      const atCells = failed.problems.filter(({ path }) => path.startsWith('scores.'))
      if (atCells.length > 0) {
        update((before) => withRefused(before, scores, atCells))
        refetch().catch(() => undefined)
      }
      return failed.problems[0]?.message ?? genericMessage(failed)
    }
  }

  // A draft that equals the stored value is done, whoever stored it.
  useEffect(() => {
    if (grid) update((before, now) => (typing === null ? withoutStored(now, before) : before))
  }, [grid, typing, update])

  return {
    row,
    grid,
    drafts,
    error: row ? undefined : error,
    /** Whether the data may be out of date, because there is no connection. */
    stale: row !== undefined && error !== undefined,
    refetch,
    mayEnter,
    mayCorrect,
    canType: mayEnter || mayCorrect,
    failure,
    sending,
    /** Number of values that wait for the network. */
    waiting: waitingEntries.reduce((sum, { input }) => sum + input.scores.length, 0),
    type,
    /** The cell that is being typed into is not sent: it may be half of a number. */
    setTyping,
    choose: useCallback(
      (cell: CellRef, choice: 'mine' | 'theirs') => update((before, now) => withChoice(now, before, cell, choice)),
      [update],
    ),
    correct,
    tryAgain: () => setFailure(''),
    discard: () => {
      setFailure('')
      update(() => ({}))
      refetch().catch(() => undefined)
    },
  }
}

export type SheetState = ReturnType<typeof useScoreSheet>
