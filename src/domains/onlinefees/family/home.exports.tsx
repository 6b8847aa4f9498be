/*
 * Parts of the pay page that the family's own place shows, for a guardian who is signed in: the same fees, orders and
 * receipts. A place (`shared/ownPlace.ts`) stands where a link's hash stands.
 */
export { applyAccent } from './accent.ts'
export { ChildPage } from './ChildPage.tsx'
export { Face } from './Face.tsx'
export { FailurePage, Frame, languageIsOf, MessageCard, useTitle, Waiting } from './Frame.tsx'
export { NavigateContext, useLink } from './navigation.ts'
export { OrdersUnderWay } from './OrdersUnderWay.tsx'
export { PageBoundary } from './PageBoundary.tsx'
export { plainPhone } from './payer.ts'
export { failureOf, Failure, request } from './request.ts'
export type { Family } from './selection.ts'
export { showTime } from './texts.ts'
