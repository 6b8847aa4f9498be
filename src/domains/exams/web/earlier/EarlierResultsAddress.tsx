import { Navigate } from 'react-router'

/** /exams/earlier, the address of the import before it was a part of the set-up. */
export default function EarlierResultsAddress() {
  return <Navigate to="/exams?tab=earlier" replace />
}
