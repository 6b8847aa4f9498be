import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { Redirect, Route, Switch, usePathname, useSearch } from '../navigation.tsx'
import type { Role } from '#shared/roles.ts'
import { type FlagName, useShell } from '../activeSchool.ts'
import { NotFound } from '../NotFound.tsx'
import { type AppRoute, isRouteEnabled } from '../routes.ts'
import { LoadingState } from '../LoadingState.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { DisabledModule, Guard } from './Guard.tsx'
import { landingPath } from './landingPath.ts'

/** Areas of section 2. A domain that is not installed has "page not found" instead, for permitted roles. */
const specifiedAreas: readonly { path: string; allow: readonly Role[]; flag?: FlagName }[] = [
  { path: '/attendance', allow: ['ADMIN', 'TEACHER', 'ATTENDANT'] },
  { path: '/reports', allow: ['ADMIN'] },
  { path: '/fees', allow: ['ADMIN', 'FEES'], flag: 'feesModule' },
  { path: '/expenses', allow: ['ADMIN', 'FEES'] },
  { path: '/promotions', allow: ['ADMIN'] },
  { path: '/lcidcard', allow: ['ADMIN'] },
]

const screens = new Map<AppRoute['load'], ComponentType>()

/**
 * Loads a screen's code before the screen is shown. One that is there then is shown together with the frame: the
 * frame by itself would be laid out and painted first, which takes a phone 250 ms.
 */
export async function prepareScreen({ load }: AppRoute): Promise<void> {
  const { default: Content } = await load()
  if (!screens.has(load)) screens.set(load, Content)
}

function screenOf(load: AppRoute['load']): ComponentType {
  const known = screens.get(load)
  if (known) return known
  const screen = lazy(load)
  screens.set(load, screen)
  return screen
}

function Screen({ route }: { route: AppRoute }) {
  const { school } = useShell()
  const Content = screenOf(route.load)
  if (school && !isRouteEnabled(route, school)) return <DisabledModule />
  return <Content />
}

/**
 * Returns what the router compares first. Ranking all sixty routes at every rendering took a phone 10 ms each time.
 */
const firstPart = (path: string) => path.split('/')[1]?.toLowerCase()

/** Routes of the signed-in part. Each is guarded, loads its own code, and has its own error boundary. */
export function Screens({ routes }: { routes: readonly AppRoute[] }) {
  const { viewer, school } = useShell()
  const pathname = usePathname()
  const search = useSearch()
  const schoolId = school?.id ?? '0'
  const byPath = useMemo(() => new Map(routes.map((route) => [route.path, route])), [routes])
  const schools = byPath.get('/schools')
  const home = landingPath(viewer.role, schoolId)
  const link = byPath.get(pathname)?.opensByLink ? new URLSearchParams(search).get('link') : null
  const shown = routes.filter(
    (route) =>
      firstPart(route.path) === firstPart(pathname) && (school || route.withoutSchool || (route.opensByLink && link !== null)),
  )
  return (
    // Another school remounts every screen, so that nothing typed for one school is sent to another. A linked document
    // chooses its own school.
    <ErrorBoundary key={`${link ?? schoolId} ${pathname}`}>
      <Suspense fallback={<LoadingState />}>
        <Switch>
          <Route path="/">
            <Redirect to={home} replace />
          </Route>
          <Route path="/login">
            <Redirect to="/" replace />
          </Route>
          {shown.map((route) => (
            <Route key={route.path} path={route.path}>
              <Guard allow={route.allow}>
                <Screen route={route} />
              </Guard>
            </Route>
          ))}
          {school &&
            specifiedAreas
              .filter(({ path }) => !byPath.has(path))
              .map(({ path, allow, flag }) => (
                <Route key={path} path={path}>
                  <Guard allow={allow}>{flag && !school.flags[flag] ? <DisabledModule /> : <NotFound />}</Guard>
                </Route>
              ))}
          <Route>
            {school || !schools ? (
              <NotFound />
            ) : (
              <Guard allow={schools.allow}>
                <Screen route={schools} />
              </Guard>
            )}
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}
