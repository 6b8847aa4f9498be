import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '#ui/navigation.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Button } from '#ui/kit/Button.tsx'

/** In place of the ways to add students, while the school has no term to add them to. */
export function NoTerm() {
  return (
    <EmptyState
      text={t`This school has no term yet`}
      hint={t`Students are added to a term with its classes and sections.`}
      action={
        <Button variant="primary" as={Link} to="/settings?tab=terms">
          <Trans>Add a term</Trans>
        </Button>
      }
    />
  )
}
