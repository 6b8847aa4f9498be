import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { Link } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { EmptyState } from '#ui/states.tsx'
import { FeesViewerCanDocument } from '../fees.graphql.ts'
import { Button } from '#ui/kit/Button.tsx'

/** Shown for a student without fees, with a link to assign them where the viewer may. */
export function NoFees() {
  const { schoolId } = useActiveSchool()
  // The fees screen has loaded this already.
  const { data } = useQuery(FeesViewerCanDocument, { variables: { schoolId }, fetchPolicy: 'cache-first' })
  return (
    <EmptyState
      text={t`Looks like there are no fees assigned to this class`}
      hint={t`Students pay the fees of the fees categories that are assigned to them.`}
      action={
        data?.feesViewerCan.assignCategories.allowed && (
          <Button as={Link} to="/fees?tab=categories" variant="primary">
            <Trans>Assign fees categories</Trans>
          </Button>
        )
      }
    />
  )
}
