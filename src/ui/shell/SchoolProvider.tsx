import { Trans } from '@lingui/react/macro'
import { useDataClient } from '../data/DataProvider.tsx'
import { useQuery } from '../data/useQuery.ts'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { hasModule } from '#shared/modules.ts'
import { type ActiveSchool, type FlagName, flagNames, type Shell, ShellContext } from '../activeSchool.ts'
import { failureOf, isRetryable } from '../problems.ts'
import { LoadingState } from '../LoadingState.tsx'
import { ErrorState } from '../states.tsx'
import { storeChosenSchool, storeChosenTerm, readChosenSchool, readChosenTerm } from './chosenSchool.ts'
import { cacheShell, readCachedShell } from './cachedShell.ts'
import { lookedAtTerm } from './lookedAtTerm.ts'
import { useShellSession } from './shellSession.ts'
import { useOwnLanguage } from './useOwnLanguage.ts'
import { ActiveSchoolDocument, type ActiveSchoolQuery, ViewerDocument } from './shell.graphql.ts'
import styles from './SchoolProvider.module.css'
import { Button } from '#ui/kit/Button.tsx'

/**
 * Provides the viewer and the active school; everything inside can rely on both. The school is that of the sign-in, or
 * the one that a SUPERADMIN has chosen. It opens with what the last visit knew, so that the screen asks for its data at
 * once and works without a connection, and takes over the server's answer.
 */
export function SchoolProvider({ children }: { children: ReactNode }) {
  const { claims, signOutWithoutRecord } = useShellSession()
  const client = useDataClient()
  const [schoolId, setSchoolId] = useState(() => (claims.role === 'SUPERADMIN' ? readChosenSchool(claims.sub) : claims.schoolId))
  const [chosenTermId, setChosenTermId] = useState(() => readChosenTerm(schoolId))
  // Polled while the page is visible: a disabled user is signed out within seconds, even without doing anything.
  const viewerQuery = useQuery(ViewerDocument, { pollInterval: 5000 })
  const schoolQuery = useQuery(ActiveSchoolDocument, { variables: { schoolId }, skip: schoolId === '0' })
  const { error, refetch } = schoolQuery
  const [lastVisit] = useState(() => readCachedShell(claims.sub))
  const isRefused = error !== undefined && !isRetryable(failureOf(error))
  const viewer = viewerQuery.data ? viewerQuery.data.viewer : lastVisit?.viewer
  const data = schoolQuery.data ?? (lastVisit?.active?.school.id === schoolId && !isRefused ? lastVisit.active : undefined)

  const [fetchedViewer, fetchedSchool] = [viewerQuery.data?.viewer, schoolQuery.data]
  useEffect(() => {
    if (fetchedViewer && (fetchedSchool || schoolId === '0'))
      cacheShell(claims.sub, { viewer: fetchedViewer, active: fetchedSchool ?? null })
  }, [fetchedViewer, fetchedSchool, schoolId, claims.sub])
  // The viewer is polled; when it answers again, retry the school too.
  const canRetrySchool = fetchedViewer !== undefined && !fetchedSchool && error !== undefined && isRetryable(failureOf(error))
  useEffect(() => {
    if (canRetrySchool) refetch().catch(() => undefined)
  }, [canRetrySchool, refetch])

  useOwnLanguage(fetchedViewer, fetchedSchool?.school.language)

  // An account without a record is signed out (specification, section 4).
  const isRecordGone = viewer === null
  useEffect(() => {
    if (isRecordGone) void signOutWithoutRecord()
  }, [isRecordGone, signOutWithoutRecord])
  // The record may be newer than the token's claims, which can be ten minutes old.
  const ownSchoolId = viewer && viewer.role !== 'SUPERADMIN' ? viewer.schoolId : null
  useEffect(() => {
    if (ownSchoolId !== null) setSchoolId(ownSchoolId)
  }, [ownSchoolId])

  const chooseSchool = useCallback(
    async (next: string) => {
      // Load the school before switching, so that a failed choice keeps the old school.
      if (next !== '0') await client.fetch(ActiveSchoolDocument, { schoolId: next })
      storeChosenSchool(claims.sub, next)
      storeChosenTerm(next, null)
      setSchoolId(next)
      setChosenTermId(null)
    },
    [client, claims.sub],
  )
  const chooseTerm = useCallback(
    (termId: string) => {
      storeChosenTerm(schoolId, termId)
      setChosenTermId(termId)
    },
    [schoolId],
  )

  const school = useMemo(() => (data?.school.id === schoolId ? toActiveSchool(data.school) : null), [schoolId, data])
  const shell = useMemo<Shell | null>(() => {
    if (!viewer) return null
    const terms = school && data ? data.terms : []
    const term = lookedAtTerm(viewer.role, terms, chosenTermId)
    return { viewer, school, terms, term, chooseSchool, chooseTerm }
  }, [viewer, school, data, chosenTermId, chooseSchool, chooseTerm])

  if (!shell)
    return viewerQuery.error ? <CannotStart error={viewerQuery.error} onRetry={() => void viewerQuery.refetch()} /> : <Starting />
  if (schoolId !== '0' && !school) {
    const isSchoolGone = shell.viewer.role === 'SUPERADMIN' && error && failureOf(error).code === 'NOT_FOUND'
    if (isSchoolGone) return <LostSchool onGone={() => void chooseSchool('0')} />
    return error ? <CannotStart error={error} onRetry={() => void refetch()} /> : <Starting />
  }
  return <ShellContext value={shell}>{children}</ShellContext>
}

/** Leaves a school that was chosen at the last visit and no longer exists. */
function LostSchool({ onGone }: { onGone: () => void }) {
  useEffect(onGone, [onGone])
  return <Starting />
}

function toActiveSchool(school: ActiveSchoolQuery['school']): ActiveSchool {
  const flags = Object.fromEntries(flagNames.map((flag) => [flag, hasModule<FlagName>(school, flag)])) as ActiveSchool['flags']
  return {
    id: school.id,
    name: school.name,
    attType: school.attType,
    language: school.language,
    accentColor: school.accentColor,
    logoUrl: school.logoUrl,
    flags,
  }
}

function Starting() {
  return (
    <div className={styles.box}>
      <LoadingState lines={4} />
    </div>
  )
}

function CannotStart({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { signOut } = useShellSession()
  return (
    <div className={styles.cannotStartBox}>
      <ErrorState error={error} onRetry={onRetry} />
      <Button variant="quiet" className={styles.button} onClick={() => void signOut()}>
        <Trans>Logout</Trans>
      </Button>
    </div>
  )
}
