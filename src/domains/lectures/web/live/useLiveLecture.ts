import { useApolloClient, useQuery } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Mark } from '#shared/marks.ts'
import type { Entry } from '#ui/outbox/entries.ts'
import { useOutbox } from '#ui/outbox/useOutbox.ts'
import { usePoll } from '#ui/polling/usePoll.ts'
import { isOver } from '../isOver.ts'
import { type KeptLectureMark, lectureMarkKind } from '../lectureKinds.ts'
import { LectureStudentsDocument, LecturesNowDocument } from '../lectures.graphql.ts'
import { type LiveSession, lectureIds, readStudents, saveStudents } from '../liveSession.ts'
import { grouped, type LiveStudent } from './groups.ts'

/** Specification, section 9: teacher live poll. */
const everyMs = 2000

interface Now {
  live: boolean
  startedAt: string
  version: string
  marks: ReadonlyMap<string, string>
  /** What is added to this device's clock to have the server's. */
  clockMs: number
}

/**
 * A live lecture as the teacher sees it: asked every two seconds; what was marked by hand shows at once. Without a connection it
 * stays as it was last answered, with the students this browser has kept.
 */
export function useLiveLecture(session: LiveSession) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const { waiting } = useOutbox()
  const ids = useMemo(() => lectureIds(session), [session])
  const [now, setNow] = useState<Now | null>(null)
  const [gone, setGone] = useState(false)
  // Marked by hand and acknowledged, until an answer that was asked for later.
  const [noted, setNoted] = useState<ReadonlyMap<string, string>>(new Map())
  const latestNoted = useRef(noted)
  useEffect(() => {
    latestNoted.current = noted
  })
  const asked = useQuery(LectureStudentsDocument, {
    variables: { schoolId, input: { ids } },
    fetchPolicy: 'cache-first',
  })
  const { data, error, refetch } = asked
  const latestListed = useRef(data?.lectureStudents)
  useEffect(() => {
    latestListed.current = data?.lectureStudents
  })

  const failing = usePoll(
    everyMs,
    async (signal) => {
      const known = latestNoted.current
      try {
        const answer = await client.query({
          query: LecturesNowDocument,
          variables: { schoolId, input: { ids, seen: now?.version ?? null } },
          fetchPolicy: 'no-cache',
          context: { fetchOptions: { signal }, headers: { 'x-poll': 'lecturesNow' } },
        })
        if (known.size > 0) setNoted((all) => new Map([...all].filter(([student, mark]) => known.get(student) !== mark)))
        // Nothing has changed since the version that was seen.
        if (!answer.data) return
        const { live, startedAt, serverNow, version, marks, studentIds } = answer.data.lecturesNow
        const clockMs = Date.parse(serverNow) - Date.now()
        setNow((before) => ({
          live,
          startedAt,
          version,
          clockMs,
          marks: marksOf(marks, studentIds) ?? before?.marks ?? new Map(),
        }))
        // Somebody has come or gone since the list was read.
        const listed = latestListed.current
        if (listed && studentIds && !sameStudents(listed, studentIds)) refetch().catch(() => undefined)
        // The list was not there when the connection was not.
        if (error) refetch().catch(() => undefined)
      } catch (failed) {
        if (isOver(failed)) setGone(true)
        throw failed
      }
    },
    { on: !gone && now?.live !== false },
  )

  const listed = data?.lectureStudents
  useEffect(() => {
    if (listed) saveStudents(listed)
  }, [listed])
  const students = useMemo<readonly LiveStudent[] | null>(
    () => listed ?? (error ? (readStudents()?.map((one) => ({ ...one, className: '', sectionName: '' })) ?? null) : null),
    [listed, error],
  )
  const byHand = useMemo(() => handMarks(waiting, ids), [waiting, ids])
  const noteMark = useCallback((studentId: string, value: Mark) => {
    setNoted((all) => new Map(all).set(studentId, value))
  }, [])
  const groups = useMemo(
    () => students && grouped(students, now?.marks ?? new Map(), byHand, noted),
    [students, now, byHand, noted],
  )

  return {
    ids,
    groups,
    startedAt: now?.startedAt ?? session.startTime,
    clockMs: now?.clockMs ?? 0,
    noteMark,
    /** It has ended, elsewhere or by its time. */
    over: gone || now?.live === false,
    /** What is shown may be old. */
    failing,
    error: students ? undefined : error,
    retry: () => void refetch(),
  }
}

function sameStudents(listed: readonly { id: string }[], ids: readonly string[]): boolean {
  const known = new Set(listed.map(({ id }) => id))
  return known.size === ids.length && ids.every((id) => known.has(id))
}

/** Marks by student; undefined where the answer has none. */
function marksOf(marks: string | null, studentIds: readonly string[] | null): ReadonlyMap<string, string> | undefined {
  return marks === null || studentIds === null
    ? undefined
    : new Map(studentIds.map((id, place): [string, string] => [id, marks[place] ?? 'A']))
}

/** What the teacher has marked by hand and the server has not acknowledged, by student; the last one counts. */
function handMarks(waiting: readonly Entry[], ids: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    waiting
      .filter(({ kind }) => kind === lectureMarkKind.name)
      .map(({ input }) => input as KeptLectureMark)
      .filter(({ id }) => ids.includes(id))
      .map(({ studentId, value }) => [studentId, value]),
  )
}
