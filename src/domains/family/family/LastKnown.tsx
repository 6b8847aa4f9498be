import { Trans } from '@lingui/react/macro'
import { showTime } from '#domains/onlinefees/family/home.exports.tsx'
import type { HomeState } from './useHome.ts'

/** Says how old the page is when it could not be read anew. Renders nothing otherwise. */
export function LastKnown({ state: { failure, at, reload } }: { state: HomeState }) {
  if (failure === null) return null
  return (
    <div className="note last-known" role="status">
      <span>
        <Trans>As of {showTime(new Date(at).toISOString(), new Date())}.</Trans> {failure.message}
      </span>
      <button type="button" className="secondary" onClick={() => void reload()}>
        <Trans>Try again</Trans>
      </button>
    </div>
  )
}
