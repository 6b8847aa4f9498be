import { useApolloClient } from '@apollo/client/react'
import Typography from '@mui/material/Typography'
import { type ReactNode, useRef, useState } from 'react'
import { useActiveSchool } from '../../../ui/activeSchool.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { failureOf } from '../../../ui/problems.ts'
import { sayError, saySuccess } from '../../../ui/snackbars.tsx'
import { AssignFeeCategoryDocument, UnassignFeeCategoryDocument } from './assignments.graphql.ts'
import type { FeeCategoryRowFragment } from './feeCategories.graphql.ts'
import { feesFailure, forgetFees } from './feeLists.ts'
import { counted } from './structureWords.ts'

/** Whom a click is about. */
export interface Chosen {
  ids: { studentIds: string[] } | { sectionIds: string[] } | { classIds: string[] }
  /** In words: a name, '7-B', 'class 7'. */
  who: string
}

export interface Assign {
  put: (chosen: Chosen) => void
  /** Takes them off; several at once are asked about before. */
  takeOff: (chosen: Chosen, count: number) => void
  /** The dialog with that question, to be put on the page. */
  question: ReactNode
}

/** Puts students on a category and takes them off by a click. */
export function useAssign({ id, name }: FeeCategoryRowFragment): Assign {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const running = useRef(false)
  const [asked, setAsked] = useState<{ chosen: Chosen; count: number } | null>(null)

  const variables = ({ ids }: Chosen) => ({ schoolId, input: { feeCategoryId: id, ...ids } })

  async function assign(chosen: Chosen) {
    const { data } = await client.mutate({
      mutation: AssignFeeCategoryDocument,
      variables: variables(chosen),
      update: forgetFees,
    })
    saySuccess(`${name}: ${counted(data?.assignFeeCategory.changed ?? 0, 'student')} assigned`)
  }

  async function unassign(chosen: Chosen) {
    const { data } = await client.mutate({
      mutation: UnassignFeeCategoryDocument,
      variables: variables(chosen),
      update: forgetFees,
    })
    saySuccess(`${name}: ${counted(data?.unassignFeeCategory.changed ?? 0, 'student')} taken off`)
  }

  /** A second click while one change is under way does nothing; the boxes keep the focus meanwhile. */
  async function now(change: () => Promise<void>) {
    if (running.current) return
    running.current = true
    try {
      await change()
    } catch (error) {
      const failure = failureOf(error)
      if (failure.code !== 'SIGNED_OUT') sayError(feesFailure(failure.message))
    } finally {
      running.current = false
    }
  }

  return {
    put: (chosen) => void now(() => assign(chosen)),
    takeOff: (chosen, count) => {
      if (count > 1) setAsked({ chosen, count })
      else void now(() => unassign(chosen))
    },
    question: asked && (
      <ConfirmDialog
        open
        title="Take Students Off"
        confirmLabel={`Take ${counted(asked.count, 'student')} off`}
        onConfirm={() => unassign(asked.chosen)}
        onClose={() => setAsked(null)}
        failure={feesFailure}
      >
        <Typography>
          {`${counted(asked.count, 'student')} of ${asked.chosen.who} will not pay `}
          <strong>{name}</strong>
          {' any more. Where money was collected on its fees already, nothing is changed.'}
        </Typography>
      </ConfirmDialog>
    ),
  }
}
