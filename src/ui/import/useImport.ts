import { useCallback, useEffect, useRef, useState } from 'react'
import { type Failure, failureOf, genericText } from '../problems.ts'
import { sendAgain, useRequestKey } from '../requestKey.ts'
import { sayError } from '../snackbars.tsx'
import {
  arrangeRows,
  checkTableRow,
  checkTogether,
  type ImportRow,
  type ImportRules,
  isRefused,
  placeServerProblems,
  type TableRow,
  toImportRow,
  type Verdict,
  verdictOf,
} from './importTable.ts'
import { matchHeaders } from '#shared/importColumns.ts'
import { type ParsedFile, UnreadableFile } from '#shared/parseFile.ts'
import { readFile } from './readFile.ts'

/** What an import answers when it worked. */
export interface ImportResult {
  /** The snackbar, in the specification's words. */
  message: string
  /** Where the new rows can be seen. */
  link?: { to: string; label: string }
  /** Takes the import back; rejects with the server's refusal. */
  undo?: () => Promise<{ message: string }>
}

/** `key` is the same again where nobody knows whether the rows arrived. */
export type Submit = (rows: ImportRow[], key: string) => Promise<ImportResult>

export type Stage =
  | { name: 'choose'; unreadable: string | null }
  | { name: 'reading'; what: string; share: number }
  | { name: 'table' }
  | { name: 'sending'; count: number }
  | { name: 'done'; result: ImportResult; count: number }

/** Rows are checked in slices of this length, so that the page stays alive. */
const sliceMs = 24

const nextTask = () =>
  new Promise<void>((resolve) => {
    // A timer would wait 4 ms each time.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })

/** The life of one import: choose, read, match, check, repair, send. The rows are kept outside of React's state: there may be 50,000. */
export function useImport(rules: ImportRules, submit: Submit, onDone: (result: ImportResult) => void) {
  const withKey = useRequestKey()
  const [stage, setStage] = useState<Stage>({ name: 'choose', unreadable: null })
  const [file, setFile] = useState<{ name: string; parsed: ParsedFile } | null>(null)
  const [matched, setMatched] = useState<ReadonlyMap<string, number>>(new Map())
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  // The rows change in place; a new object tells React that they did.
  const [table, setTable] = useState<{ rows: readonly TableRow[] }>({ rows: [] })
  const rows = useRef<TableRow[]>([])
  const stop = useRef(new AbortController())
  const latest = useRef(rules)
  latest.current = rules

  const left = useRef(false)

  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
      stop.current.abort()
    }
  }, [])

  const refresh = useCallback(() => {
    setVerdict(verdictOf(rows.current, latest.current))
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
          setStage({ name: 'reading', what: `Checking row ${index + 1} of ${rows.current.length}`, share })
          await nextTask()
          if (signal.aborted) return
          sliceStart = performance.now()
        }
        // The rules changed on the way: the first rows were checked by the old ones.
      } while (rule !== latest.current.checkRow)
      checkTogether(rows.current, latest.current)
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
      rows.current = arrangeRows(parsed, columns, places)
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

  // What the rules depend on, such as the school's classes, may change while a file lies open.
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
      setStage({ name: 'reading', what: `Reading ${chosen.name}`, share: 0 })
      try {
        const parsed = await readFile(
          chosen,
          (share) => setStage({ name: 'reading', what: `Reading ${chosen.name}`, share: share / 2 }),
          signal,
        )
        if (signal.aborted) return
        setFile({ name: chosen.name, parsed })
        await check(parsed, matchHeaders(parsed.headers, latest.current.columns), signal)
      } catch (error) {
        if (signal.aborted) return
        setStage({ name: 'choose', unreadable: error instanceof UnreadableFile ? error.message : genericText(failureOf(error)) })
      }
    },
    [check, restart],
  )

  /** Takes the column's values from another header of the file; null from none. What was repaired by hand is read anew. */
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
      row.repairs = row.repairs.filter((one) => one.key !== key)
      if (key !== undefined && next !== typed) row.repairs.push({ key, from: typed, to: next })
      row.server = []
      row.problems = checkTableRow(row, latest.current)
      checkTogether(rows.current, latest.current)
      refresh()
    },
    [refresh],
  )

  const leaveOutRefused = useCallback(() => {
    for (const row of rows.current) if (isRefused(row)) row.leftOut = true
    checkTogether(rows.current, latest.current)
    refresh()
  }, [refresh])

  const putBack = useCallback(() => {
    for (const row of rows.current) row.leftOut = false
    checkTogether(rows.current, latest.current)
    refresh()
  }, [refresh])

  const send = useCallback(async () => {
    const sent = rows.current.filter((row) => !row.leftOut)
    setRefusal(null)
    setStage({ name: 'sending', count: sent.length })
    try {
      const lines = sent.map((row) => toImportRow(row, latest.current.columns))
      const result = await withKey((key) => submit(lines, key))
      onDone(result)
      setStage({ name: 'done', result, count: sent.length })
      rows.current = []
    } catch (error) {
      const failure = failureOf(error)
      const loose = placeServerProblems(sent, latest.current.columns, failure.problems)
      setRefusal(failure.problems.length === 0 ? notStored(failure) : loose.join(' ') || null)
      // The person went on to another screen while the rows were under way.
      const known = failure.code === 'NETWORK' ? ':' : ' was not imported.'
      if (left.current) sayError(`${file?.name}${known} ${notStored(failure)}`)
      refresh()
      setStage({ name: 'table' })
    }
  }, [submit, onDone, refresh, file, withKey])

  return { stage, file, matched, verdict, refusal, table, choose, restart, rematch, edit, leaveOutRefused, putBack, send }
}

function notStored(failure: Failure): string {
  return failure.code === 'NETWORK' ? sendAgain : genericText(failure)
}
