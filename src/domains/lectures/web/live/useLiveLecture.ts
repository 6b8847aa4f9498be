import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Mark } from '#shared/marks.ts'
import type { Entry } from '#ui/outbox/entries.ts'
import { useOutbox } from '#ui/outbox/useOutbox.ts'
import { usePoll } from '#ui/polling/usePoll.ts'
import { isLectureGone } from '../isLectureGone.ts'
import { type QueuedLectureMark, lectureMarkKind } from '../outboxKinds.ts'
import { LectureStudentsDocument, LecturesNowDocument } from '../lectures.graphql.ts'
import { type LiveSession, lectureIds, readStudents, saveStudents } from '../liveSession.ts'
import { groupStudents, type LiveStudent } from './groups.ts'

/** Poll interval of a teacher's live page (specification, section 9). */
const everyMs = 2000

interface LectureSnapshot {
  live: boolean
  startedAt: string
  version: string
  marks: ReadonlyMap<string, string>
  /** Added to this device's clock it gives the server's. */
  clockMs: number
}

/**
 * State of a teacher's live lecture, polled every two seconds. Marks set by hand show at once. Offline it keeps the
 * last answer, with the students that this browser has stored.
 */
export function useLiveLecture(session: LiveSession) {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const { waiting } = useOutbox()
  const ids = useMemo(() => lectureIds(session), [session])
  const [now, setNow] = useState<LectureSnapshot | null>(null)
  const [gone, setGone] = useState(false)
  // Acknowledged marks set by hand. They are dropped with the answer to a poll that started later.
  const [acknowledged, setAcknowledged] = useState<ReadonlyMap<string, string>>(new Map())
  const latestAcknowledged = useRef(acknowledged)
  useEffect(() => {
    latestAcknowledged.current = acknowledged
  })
  const studentsQuery = useQuery(LectureStudentsDocument, {
    variables: { schoolId, input: { ids } },
    fetchPolicy: 'cache-first',
  })
  const { data, error, refetch } = studentsQuery
  const latestListed = useRef(data?.lectureStudents)
  useEffect(() => {
    latestListed.current = data?.lectureStudents
  })

  const failing = usePoll(
    everyMs,
    async (signal) => {
      const acknowledgedBefore = latestAcknowledged.current
      try {
        const answer = await client.request(
          LecturesNowDocument,
          { schoolId, input: { ids, seen: now?.version ?? null } },
          { signal },
        )
        if (acknowledgedBefore.size > 0)
          setAcknowledged((all) => new Map([...all].filter(([student, mark]) => acknowledgedBefore.get(student) !== mark)))
        // Marks are missing when nothing has changed since the version shown.
        const { live, startedAt, serverNow, version, marks, studentIds } = answer.lecturesNow
        const clockMs = Date.parse(serverNow) - Date.now()
        setNow((before) => ({
          live,
          startedAt,
          version,
          clockMs,
          marks: marksByStudent(marks, studentIds) ?? before?.marks ?? new Map(),
        }))
        // A student joined or left the section since the list was read.
        const listed = latestListed.current
        if (listed && studentIds && !sameStudents(listed, studentIds)) refetch().catch(() => undefined)
        // The list failed to load without a connection.
        if (error) refetch().catch(() => undefined)
      } catch (failed) {
        if (isLectureGone(failed)) setGone(true)
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
    () => listed ?? (error ? (readStudents()?.map((student) => ({ ...student, className: '', sectionName: '' })) ?? null) : null),
    [listed, error],
  )
  const byHand = useMemo(() => queuedMarks(waiting, ids), [waiting, ids])
  const noteAcknowledgedMark = useCallback((studentId: string, value: Mark) => {
    setAcknowledged((all) => new Map(all).set(studentId, value))
  }, [])
  const groups = useMemo(
    () => students && groupStudents(students, now?.marks ?? new Map(), byHand, acknowledged),
    [students, now, byHand, acknowledged],
  )

  return {
    ids,
    groups,
    startedAt: now?.startedAt ?? session.startTime,
    clockMs: now?.clockMs ?? 0,
    noteMark: noteAcknowledgedMark,
    /** Whether it has ended, on another device or at its closing time. */
    over: gone || now?.live === false,
    /** Whether the data may be out of date, because polls fail. */
    failing,
    error: students ? undefined : error,
    retry: () => void refetch(),
  }
}

function sameStudents(listed: readonly { id: string }[], ids: readonly string[]): boolean {
  const known = new Set(listed.map(({ id }) => id))
  return known.size === ids.length && ids.every((id) => known.has(id))
}

/** Returns marks by student; undefined if the answer has none. */
function marksByStudent(marks: string | null, studentIds: readonly string[] | null): ReadonlyMap<string, string> | undefined {
  return marks === null || studentIds === null
    ? undefined
    : new Map(studentIds.map((id, place): [string, string] => [id, marks[place] ?? 'A']))
}

/** Returns marks in the outbox by student; the last one counts. */
function queuedMarks(waiting: readonly Entry[], ids: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    waiting
      .filter(({ kind }) => kind === lectureMarkKind.name)
      .map(({ input }) => input as QueuedLectureMark)
      .filter(({ id }) => ids.includes(id))
      .map(({ studentId, value }) => [studentId, value]),
  )
}
