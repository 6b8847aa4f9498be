import { type ComponentType, lazy } from 'react'

/**
 * A part whose code is fetched together with the data of its screen, behind the first paint: the fields and rules of a
 * form are a fifth of a first visit. Its place has a Suspense, as every tab of a page has.
 */
// The type of what `lazy` takes: the props are those of the part.
// oxlint-disable-next-line typescript/no-explicit-any
export function soon<Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>) {
  const fetched = load()
  // Without a connection it is tried again when it is shown.
  fetched.catch(() => undefined)
  return lazy(() => fetched.catch(load))
}
