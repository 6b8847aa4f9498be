import { t } from '@lingui/core/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Failure, failureOf, genericMessage } from '../problems.ts'
import { unknownOutcomeMessage, useRequestKey } from '../requestKey.ts'
import { showError } from '../snackbars.ts'
import {
  toTableRows,
  checkTableRow,
  checkAcrossRows,
  type ImportRow,
  type ImportRules,
  isRefused,
  assignServerProblems,
  type TableRow,
  toImportRow,
  type ImportSummary,
  summarize,
} from './importTable.ts'
import { matchHeaders } from '#shared/importColumns.ts'
import { type ParsedFile, UnreadableFile } from '#shared/parseFile.ts'
import { readFile } from './readFile.ts'

/** Result of a successful import. */
export interface ImportResult {
  /** Snackbar; the specification's text. */
  message: string
  /** Link to the new rows. */
  link?: { to: string; label: string }
  /** Undoes the import; rejects with the server's refusal. */
  undo?: () => Promise<{ message: string }>
  /** What the undo does, where it does not delete the rows. */
  undoQuestion?: string
}

/**
 * Sends the rows. `key` is the request key: after a lost connection the same rows are sent under the same key. `anyway`
 * is true when the user has answered what the server asked about rows.
 */
export type Submit = (rows: ImportRow[], key: string, anyway: boolean) => Promise<ImportResult>

export type Stage =
  | { name: 'choose'; unreadable: string | null }
  | { name: 'reading'; what: string; share: number }
  | { name: 'table' }
  | { name: 'sending'; count: number }
  | { name: 'done'; result: ImportResult; count: number }

/** Maximum duration of a slice of checks in milliseconds, so that the page stays responsive. */
const sliceMs = 24

const nextTask = () =>
  new Promise<void>((resolve) => {
    // setTimeout would wait 4 ms each time.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })

/**
 * State of an import: choose, read, match, check, correct, send. The rows are outside React's state, because there may
 * be 50,000.
 */
export function useImport(rules: ImportRules, submit: Submit, onDone: (result: ImportResult) => void) {
  const withKey = useRequestKey()
  const [stage, setStage] = useState<Stage>({ name: 'choose', unreadable: null })
  const [file, setFile] = useState<{ name: string; parsed: ParsedFile } | null>(null)
  const [matched, setMatched] = useState<ReadonlyMap<string, number>>(new Map())
  const [verdict, setVerdict] = useState<ImportSummary | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  // Rows are changed in place; a new object triggers the render.
  const [table, setTable] = useState<{ rows: readonly TableRow[] }>({ rows: [] })
  const rows = useRef<TableRow[]>([])
  const stop = useRef(new AbortController())
  const latest = useRef(rules)
  latest.current = rules

  const isUnmounted = useRef(false)

  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
      stop.current.abort()
    }
  }, [])

  const refresh = useCallback(() => {
    setVerdict(summarize(rows.current, latest.current))
    setTable({ rows: rows.current })
  }, [])

  const checkRows = useCallback(
    async (signal: AbortSignal) => {
      let sliceStart = performance.now()
      let rule: ImportRules['checkRow']
      do {
        rule = latest.current.checkRow
        for (const [index, row] of rows.current.entries()) {
          row.problems = checkTableRow(row, latest.current)
          if (performance.now() - sliceStart < sliceMs) continue
          const share = (index + 1) / rows.current.length
          setStage({ name: 'reading', what: t`Checking row ${index + 1} of ${rows.current.length}`, share })
          await nextTask()
          if (signal.aborted) return
          sliceStart = performance.now()
        }
        // When the rules changed meanwhile, the first rows were checked by the old ones.
      } while (rule !== latest.current.checkRow)
      checkAcrossRows(rows.current, latest.current)
      refresh()
      setStage({ name: 'table' })
    },
    [refresh],
  )

  const check = useCallback(
    async (parsed: ParsedFile, places: ReadonlyMap<string, number>, signal: AbortSignal) => {
      const { columns } = latest.current
      setMatched(places)
      setRefusal(null)
      rows.current = toTableRows(parsed, columns, places)
      if (columns.some((column) => column.required && !places.has(column.key))) {
        setVerdict(null)
        setTable({ rows: rows.current })
        setStage({ name: 'table' })
        return
      }
      await checkRows(signal)
    },
    [checkRows],
  )

  // The rules' data, such as the school's classes, may change while a file is open.
  const { checkRow, checkAll, kindOf } = rules
  const checkedBy = useRef({ checkRow, checkAll, kindOf })
  useEffect(() => {
    const before = checkedBy.current
    checkedBy.current = { checkRow, checkAll, kindOf }
    if (stage.name !== 'table' || verdict === null) return
    if (before.checkRow === checkRow && before.checkAll === checkAll && before.kindOf === kindOf) return
    void checkRows(stop.current.signal)
  }, [checkRow, checkAll, kindOf, stage.name, verdict, checkRows])

  const restart = useCallback(() => {
    stop.current.abort()
    stop.current = new AbortController()
    rows.current = []
    setFile(null)
    setVerdict(null)
    setRefusal(null)
    setStage({ name: 'choose', unreadable: null })
  }, [])

  const choose = useCallback(
    async (chosen: File) => {
      restart()
      const { signal } = stop.current
      setStage({ name: 'reading', what: t`Reading ${chosen.name}`, share: 0 })
      try {
        const parsed = await readFile(
          chosen,
          (share) => setStage({ name: 'reading', what: t`Reading ${chosen.name}`, share: share / 2 }),
          signal,
        )
        if (signal.aborted) return
        setFile({ name: chosen.name, parsed })
        await check(parsed, matchHeaders(parsed.headers, latest.current.columns), signal)
      } catch (error) {
        if (signal.aborted) return
        setStage({
          name: 'choose',
          unreadable: error instanceof UnreadableFile ? error.message : genericMessage(failureOf(error)),
        })
      }
    },
    [check, restart],
  )

  /** Assigns another header to a column; null assigns none. Reads the cells again, so manual corrections are lost. */
  const rematch = useCallback(
    (key: string, place: number | null) => {
      if (!file) return
      const next = new Map(matched)
      for (const [other, taken] of next) if (taken === place) next.delete(other)
      if (place === null) next.delete(key)
      else next.set(key, place)
      void check(file.parsed, next, stop.current.signal)
    },
    [file, matched, check],
  )

  const edit = useCallback(
    (row: TableRow, column: number, value: string) => {
      const { key, repair } = latest.current.columns[column] ?? {}
      const typed = value.trim()
      const next = repair && typed !== '' ? repair(typed) : typed
      if (row.values[column] === next) return
      row.values[column] = next
      row.repairs = row.repairs.filter((repairMade) => repairMade.key !== key)
      if (key !== undefined && next !== typed) row.repairs.push({ key, from: typed, to: next })
      row.server = []
      row.problems = checkTableRow(row, latest.current)
      checkAcrossRows(rows.current, latest.current)
      refresh()
    },
    [refresh],
  )

  const leaveOutRefused = useCallback(() => {
    for (const row of rows.current) if (isRefused(row)) row.leftOut = true
    checkAcrossRows(rows.current, latest.current)
    refresh()
  }, [refresh])

  const putBack = useCallback(() => {
    for (const row of rows.current) row.leftOut = false
    checkAcrossRows(rows.current, latest.current)
    refresh()
  }, [refresh])

  const send = useCallback(
    async (anyway = false) => {
      const sent = rows.current.filter((row) => !row.leftOut)
      setRefusal(null)
      setStage({ name: 'sending', count: sent.length })
      try {
        const lines = sent.map((row) => toImportRow(row, latest.current.columns))
        const result = await withKey((key) => submit(lines, key, anyway))
        onDone(result)
        setStage({ name: 'done', result, count: sent.length })
        rows.current = []
      } catch (error) {
        const failure = failureOf(error)
        for (const row of sent) row.server = []
        const unplaced = assignServerProblems(sent, latest.current.columns, failure.problems)
        setRefusal(failure.problems.length === 0 ? failureText(failure) : unplaced.join(' ') || null)
        // The user left the screen while the rows were being sent.
        const fileName = file?.name ?? ''
        const reason = failureText(failure)
        if (isUnmounted.current)
          showError(failure.code === 'NETWORK' ? `${fileName}: ${reason}` : t`${fileName} was not imported. ${reason}`)
        refresh()
        setStage({ name: 'table' })
      }
    },
    [submit, onDone, refresh, file, withKey],
  )

  return { stage, file, matched, verdict, refusal, table, choose, restart, rematch, edit, leaveOutRefused, putBack, send }
}

function failureText(failure: Failure): string {
  return failure.code === 'NETWORK' ? unknownOutcomeMessage : genericMessage(failure)
}
