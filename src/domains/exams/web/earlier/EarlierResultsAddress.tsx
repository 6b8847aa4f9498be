import { Redirect } from '#ui/navigation.tsx'

/** /exams/earlier, the address of the import before it was a part of the set-up. */
export default function EarlierResultsAddress() {
  return <Redirect to="/exams?tab=earlier" replace />
}
