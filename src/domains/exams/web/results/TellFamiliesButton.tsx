import { Trans } from '@lingui/react/macro'
import { Link as RouterLink } from '#ui/navigation.tsx'
import { schoolDay } from '#shared/dates.ts'
import { Button } from '#ui/kit/Button.tsx'
import type { Publication } from './resultTexts.ts'

/** Leads to the messages about published cards, once families see them. */
export function TellFamiliesButton({ publication, size }: { publication: Publication; size?: 'small' }) {
  const { id, visibleFrom, viewerCan } = publication
  if (!viewerCan.withdraw.allowed || visibleFrom > schoolDay(new Date())) return null
  return (
    <Button as={RouterLink} to={`/exams?tellResults=${id}`} {...(size && { size })}>
      <Trans>Tell families</Trans>
    </Button>
  )
}
