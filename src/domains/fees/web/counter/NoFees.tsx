import { useQuery } from '@apollo/client/react'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { EmptyState } from '#ui/states.tsx'
import { FeesViewerCanDocument } from '../fees.graphql.ts'

/** A student without fees, and where those who may give some. */
export function NoFees() {
  const { schoolId } = useActiveSchool()
  // The screen around it has asked already.
  const { data } = useQuery(FeesViewerCanDocument, { variables: { schoolId }, fetchPolicy: 'cache-first' })
  return (
    <EmptyState
      text="Looks like there are no fees assigned to this class"
      hint="A student pays the fees of the categories that are assigned to her."
      action={
        data?.feesViewerCan.assignCategories.allowed && (
          <Button component={Link} to="/fees?tab=categories" variant="contained">
            Assign fees categories
          </Button>
        )
      }
    />
  )
}
