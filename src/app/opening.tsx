import { keptUser } from '#ui/session/keptUser.ts'
import { ownIssuer } from '#ui/session/signInService.ts'
import { storedRememberMe, storedService } from '#ui/session/storage.ts'
import { readCachedShell } from '#ui/shell/cachedShell.ts'
import { readChosenSchool, readChosenTerm } from '#ui/shell/chosenSchool.ts'
import { lookedAtTerm } from '#ui/shell/lookedAtTerm.ts'
import { ownerOf, readAnswersEarly } from '#ui/data/answersDatabase.ts'
import { sendOpeningRequest } from '#ui/data/openingRequest.ts'
import { readClaims } from '#shared/signIn.ts'
import { openingQueries } from './openingQueries.tsx'

/**
 * Runs before the page's other code has come (decision 0046). Reads what the last visit knew, and asks for the data of
 * the screen at this address.
 */
try {
  requestScreenData()
} catch (error) {
  // Each part of the page asks by itself.
  console.warn(error)
}

/** Asks for the screen's data with the token of the last visit, if there is a valid one of our own service. */
function requestScreenData(): void {
  const remember = storedRememberMe()
  if (remember === null || storedService()?.issuer !== ownIssuer()) return
  const user = keptUser(remember)
  const claims = user && readClaims(user.profile)
  if (!user || !claims || (claims.password !== undefined && claims.password !== 'own')) return
  if ((user.expires_at ?? 0) - Date.now() / 1000 <= 30) return
  const { sub, role } = claims
  readAnswersEarly(ownerOf(sub))
  const schoolId = role === 'SUPERADMIN' ? readChosenSchool(sub) : claims.schoolId
  if (schoolId === '0') return
  const shell = readCachedShell(sub)
  const active = shell?.active?.school.id === schoolId ? shell.active : null
  const shown = active && lookedAtTerm(role, active.terms, readChosenTerm(schoolId))?.id
  const current = active?.terms.find((term) => term.current)?.id
  sendOpeningRequest(
    user.access_token,
    openingQueries({
      path: location.pathname,
      address: new URLSearchParams(location.search),
      role,
      schoolId,
      term: shown ? { shown, current: current ?? shown } : null,
      flags: {
        feesModule: active?.school.feesModule ?? false,
        onlineFees: active?.school.onlineFees ?? false,
        liveLecture: active?.school.liveLecture ?? false,
      },
      isLimited: (shell?.viewer.classIds ?? null) !== null,
    }),
  )
}
