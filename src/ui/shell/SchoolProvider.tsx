import { useApolloClient, useQuery } from '@apollo/client/react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { hasModule } from '#shared/modules.ts'
import { type ActiveSchool, type FlagName, flagNames, type Shell, ShellContext } from '../activeSchool.ts'
import { failureOf, mayPass } from '../problems.ts'
import { LoadingState } from '../LoadingState.tsx'
import { ErrorState } from '../states.tsx'
import { keepChosenSchool, keepChosenTerm, readChosenSchool, readChosenTerm } from './chosenSchool.ts'
import { keepShell, readKeptShell } from './keptShell.ts'
import { lookedAtTerm } from './lookedAtTerm.ts'
import { useShellSession } from './session.ts'
import { ActiveSchoolDocument, type ActiveSchoolQuery, ViewerDocument } from './shell.graphql.ts'

/**
 * Asks who is signed in and for the school to show, both at once; everything inside can rely on both. Which school that is, the
 * sign-in said, or a SUPERADMIN has chosen. Where there is no connection at the start, it is what the last visit knew.
 */
export function SchoolProvider({ children }: { children: ReactNode }) {
  const { claims, signOut } = useShellSession()
  const client = useApolloClient()
  const [schoolId, setSchoolId] = useState(() => (claims.role === 'SUPERADMIN' ? readChosenSchool(claims.sub) : claims.schoolId))
  const [chosenTermId, setChosenTermId] = useState(() => readChosenTerm(schoolId))
  // Asked again while the page is looked at: a disabled user is out within seconds, also one who touches nothing.
  const asked = useQuery(ViewerDocument, { pollInterval: 5000, skipPollAttempt: () => document.hidden })
  const active = useQuery(ActiveSchoolDocument, { variables: { schoolId }, skip: schoolId === '0' })
  const { error, refetch } = active
  const unanswered = [asked.error, error].some((failed) => failed && mayPass(failureOf(failed)))
  const slow = useSlow()
  const kept = useMemo(() => (unanswered || slow ? readKeptShell(claims.sub) : null), [unanswered, slow, claims.sub])
  const viewer = asked.data ? asked.data.viewer : kept?.viewer
  const data = active.data ?? (kept?.active?.school.id === schoolId ? kept.active : undefined)

  const [answered, known] = [asked.data?.viewer, active.data]
  useEffect(() => {
    if (answered && (known || schoolId === '0')) keepShell(claims.sub, { viewer: answered, active: known ?? null })
  }, [answered, known, schoolId, claims.sub])
  // The viewer is asked for again and again; the school is, once there is an answer to that.
  const back = answered !== undefined && !known && error !== undefined && mayPass(failureOf(error))
  useEffect(() => {
    if (back) refetch().catch(() => undefined)
  }, [back, refetch])

  // An account whose record is gone is signed out (specification, section 4).
  const gone = viewer === null
  useEffect(() => {
    if (gone) void signOut()
  }, [gone, signOut])
  // The record may know better than a token of ten minutes ago.
  const own = viewer && viewer.role !== 'SUPERADMIN' ? viewer.schoolId : null
  useEffect(() => {
    if (own !== null) setSchoolId(own)
  }, [own])

  const choose = useCallback(
    async (next: string) => {
      // The school is there before anything shows it: a choice that fails leaves the old one in place.
      if (next !== '0')
        await client.query({ query: ActiveSchoolDocument, variables: { schoolId: next }, fetchPolicy: 'network-only' })
      keepChosenSchool(claims.sub, next)
      keepChosenTerm(next, null)
      setSchoolId(next)
      setChosenTermId(null)
    },
    [client, claims.sub],
  )
  const chooseTerm = useCallback(
    (termId: string) => {
      keepChosenTerm(schoolId, termId)
      setChosenTermId(termId)
    },
    [schoolId],
  )

  const school = useMemo(() => (data?.school.id === schoolId ? toActiveSchool(data.school) : null), [schoolId, data])
  const shell = useMemo<Shell | null>(() => {
    if (!viewer) return null
    const terms = school && data ? data.terms : []
    const term = lookedAtTerm(viewer.role, terms, chosenTermId)
    return { viewer, school, terms, term, choose, chooseTerm }
  }, [viewer, school, data, chosenTermId, choose, chooseTerm])

  if (!shell) return asked.error ? <CannotStart error={asked.error} onRetry={() => void asked.refetch()} /> : <Starting />
  if (schoolId !== '0' && !school) {
    const lost = shell.viewer.role === 'SUPERADMIN' && error && failureOf(error).code === 'NOT_FOUND'
    if (lost) return <LostSchool onGone={() => void choose('0')} />
    return error ? <CannotStart error={error} onRetry={() => void refetch()} /> : <Starting />
  }
  return <ShellContext value={shell}>{children}</ShellContext>
}

/** True a while after the start: a line that only seems to be there opens the page no later than none at all. */
function useSlow(): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 4000)
    return () => clearTimeout(timer)
  }, [])
  return slow
}

/** The school chosen at the last visit is there no more. */
function LostSchool({ onGone }: { onGone: () => void }) {
  useEffect(onGone, [onGone])
  return <Starting />
}

function toActiveSchool(given: ActiveSchoolQuery['school']): ActiveSchool {
  const flags = Object.fromEntries(flagNames.map((flag) => [flag, hasModule<FlagName>(given, flag)])) as ActiveSchool['flags']
  return { id: given.id, name: given.name, attType: given.attType, accentColor: given.accentColor, flags }
}

function Starting() {
  return (
    <Box sx={{ p: 3 }}>
      <LoadingState lines={4} />
    </Box>
  )
}

function CannotStart({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { signOut } = useShellSession()
  return (
    <Box sx={{ p: 3, maxWidth: 640, mx: 'auto' }}>
      <ErrorState error={error} onRetry={onRetry} />
      <Button sx={{ mt: 2 }} onClick={() => void signOut()}>
        Logout
      </Button>
    </Box>
  )
}
