import { useApolloClient, useQuery } from '@apollo/client/react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { type ActiveSchool, flagNames, type Shell, ShellContext, type Viewer } from '../activeSchool.ts'
import { failureOf } from '../problems.ts'
import { LoadingState } from '../LoadingState.tsx'
import { ErrorState } from '../states.tsx'
import { keepChosenSchool, keepChosenTerm, readChosenSchool, readChosenTerm } from './chosenSchool.ts'
import { useShellSession } from './session.ts'
import { ActiveSchoolDocument, type ActiveSchoolQuery, ViewerDocument } from './shell.graphql.ts'

/** Asks who is signed in, and for the school to show; everything inside can rely on both. */
export function SchoolProvider({ children }: { children: ReactNode }) {
  const { signOut } = useShellSession()
  const { data, error, refetch } = useQuery(ViewerDocument)
  const viewer = data?.viewer
  // An account whose record is gone is signed out (specification, section 4).
  const gone = viewer === null
  useEffect(() => {
    if (gone) void signOut()
  }, [gone, signOut])
  if (error && !viewer) return <CannotStart error={error} onRetry={() => void refetch()} />
  if (!viewer) return <Starting />
  return <WithViewer viewer={viewer}>{children}</WithViewer>
}

function WithViewer({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  const client = useApolloClient()
  const chooses = viewer.role === 'SUPERADMIN'
  const [schoolId, setSchoolId] = useState(() => (chooses ? readChosenSchool(viewer.id) : viewer.schoolId))
  const { data, error, refetch } = useQuery(ActiveSchoolDocument, { variables: { schoolId }, skip: schoolId === '0' })
  const [chosenTermId, setChosenTermId] = useState(() => readChosenTerm(schoolId))

  const choose = useCallback(
    async (next: string) => {
      // The school is there before anything shows it: a choice that fails leaves the old one in place.
      if (next !== '0')
        await client.query({ query: ActiveSchoolDocument, variables: { schoolId: next }, fetchPolicy: 'network-only' })
      keepChosenSchool(viewer.id, next)
      keepChosenTerm(next, null)
      setSchoolId(next)
      setChosenTermId(null)
    },
    [client, viewer.id],
  )
  const chooseTerm = useCallback(
    (termId: string) => {
      keepChosenTerm(schoolId, termId)
      setChosenTermId(termId)
    },
    [schoolId],
  )

  const school = useMemo(() => (schoolId !== '0' && data ? toActiveSchool(data.school) : null), [schoolId, data])
  const shell = useMemo<Shell>(() => {
    const terms = schoolId !== '0' && data ? data.terms : []
    const term = terms.find((one) => one.id === chosenTermId) ?? terms.find((one) => one.current) ?? terms[0] ?? null
    return { viewer, school, terms, term, choose, chooseTerm }
  }, [viewer, school, schoolId, data, chosenTermId, choose, chooseTerm])

  if (schoolId !== '0' && !school) {
    const lost = chooses && error && failureOf(error).code === 'NOT_FOUND'
    if (lost) return <LostSchool onGone={() => void choose('0')} />
    return error ? <CannotStart error={error} onRetry={() => void refetch()} /> : <Starting />
  }
  return <ShellContext value={shell}>{children}</ShellContext>
}

/** The school chosen at the last visit is there no more. */
function LostSchool({ onGone }: { onGone: () => void }) {
  useEffect(onGone, [onGone])
  return <Starting />
}

function toActiveSchool(given: ActiveSchoolQuery['school']): ActiveSchool {
  const flags = Object.fromEntries(flagNames.map((flag) => [flag, given[flag]])) as ActiveSchool['flags']
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
