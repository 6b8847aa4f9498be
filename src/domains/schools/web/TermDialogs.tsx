import { useApolloClient } from '@apollo/client/react'
import Typography from '@mui/material/Typography'
import { useActiveSchool } from '../../../ui/activeSchool.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { saySuccess } from '../../../ui/snackbars.tsx'
import { DeleteTermDocument, SetCurrentTermDocument, type TermRowFragment, TermsDocument } from './schools.graphql.ts'

interface TermDialogProps {
  term: TermRowFragment
  onClose: () => void
}

/** Asks before everybody's screens move to another term. */
export function MakeTermCurrent({ term, terms, onClose }: TermDialogProps & { terms: readonly TermRowFragment[] }) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const current = terms.find((one) => one.current)
  return (
    <ConfirmDialog
      open
      title={`Make ${term.name} the current term?`}
      confirmLabel="Make Current"
      destructive={false}
      onClose={onClose}
      onConfirm={async () => {
        await client.mutate({ mutation: SetCurrentTermDocument, variables: { schoolId, id: term.id } })
        saySuccess(`${term.name} Is The Current Term`)
      }}
    >
      <Typography>
        Everybody in this school then works in {term.name}
        {current
          ? `, and no longer in ${current.name}. Nothing of ${current.name} is lost, and it can be made current again.`
          : '.'}
      </Typography>
    </ConfirmDialog>
  )
}

/** Asks before a term goes; the server refuses while anything stands on it. */
export function DeleteTerm({ term, onClose }: TermDialogProps) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  return (
    <ConfirmDialog
      open
      title={`Delete ${term.name}?`}
      confirmLabel="Delete Term"
      onClose={onClose}
      onConfirm={async () => {
        await client.mutate({
          mutation: DeleteTermDocument,
          variables: { schoolId, id: term.id },
          refetchQueries: [TermsDocument, 'ActiveSchool'],
          awaitRefetchQueries: true,
        })
        saySuccess('Term Deleted Successfully!')
      }}
    >
      <Typography>The term goes for good. A term that has classes or students is not deleted.</Typography>
    </ConfirmDialog>
  )
}
