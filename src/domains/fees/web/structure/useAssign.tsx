import { useApolloClient } from '@apollo/client/react'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { counted } from '#shared/counted.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { failureOf, isSignedOut } from '#ui/problems.ts'
import { sayError, saySuccess } from '#ui/snackbars.tsx'
import {
  AssignFeeCategoryDocument,
  FeeCategoryPlacesDocument,
  FeeCategoryStudentsDocument,
  UnassignFeeCategoryDocument,
} from './assignments.graphql.ts'
import type { FeeCategoryRowFragment } from './feeCategories.graphql.ts'
import { feesFailure, forgetWhoPays } from './feeLists.ts'
import { KeptDialog, type KeptStudents } from './KeptDialog.tsx'

/** Whom a click is about. */
export interface Chosen {
  ids: { studentIds: string[] } | { sectionIds: string[] } | { classIds: string[] }
  /** In words: a name, '7-B', 'class 7'. */
  who: string
}

export interface Assign {
  /** Whether a box is ticked: as it was just clicked, until the server has answered, otherwise as it is stored. */
  ticked: (chosen: Chosen, stored: boolean) => boolean
  put: (chosen: Chosen) => void
  /** Takes them off; several at once are asked about before. */
  takeOff: (chosen: Chosen, count: number) => void
  /** The dialog with that question, to be put on the page. */
  question: ReactNode
}

const keyOf = ({ ids }: Chosen) => JSON.stringify(ids)

/** Puts students on a category and takes them off by a click. */
export function useAssign({ id, name }: FeeCategoryRowFragment): Assign {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const [underWay, setUnderWay] = useState<{ key: string; on: boolean } | null>(null)
  const [kept, setKept] = useState<KeptStudents | null>(null)
  const [asked, setAsked] = useState<{ chosen: Chosen; count: number } | null>(null)

  const change = ({ ids }: Chosen) => ({
    variables: { schoolId, input: { feeCategoryId: id, ...ids } },
    update: forgetWhoPays,
    refetchQueries: [FeeCategoryPlacesDocument, FeeCategoryStudentsDocument],
    awaitRefetchQueries: true,
  })

  async function assign(chosen: Chosen) {
    const { data } = await client.mutate({ mutation: AssignFeeCategoryDocument, ...change(chosen) })
    saySuccess(`${name}: ${counted(data?.assignFeeCategory.changed ?? 0, 'student')} assigned`)
  }

  async function unassign(chosen: Chosen) {
    const { data } = await client.mutate({ mutation: UnassignFeeCategoryDocument, ...change(chosen) })
    const { changed = 0, kept = [] } = data?.unassignFeeCategory ?? {}
    if (kept.length > 0) setKept({ changed, students: kept })
    else saySuccess(`${name}: ${counted(changed, 'student')} taken off`)
  }

  /** A second click while one change is under way does nothing. */
  async function now(chosen: Chosen, on: boolean) {
    if (underWay) return
    setUnderWay({ key: keyOf(chosen), on })
    try {
      await (on ? assign(chosen) : unassign(chosen))
    } catch (error) {
      const failure = failureOf(error)
      if (!isSignedOut(failure)) sayError(feesFailure(failure.message))
    } finally {
      setUnderWay(null)
    }
  }

  return {
    ticked: (chosen, stored) => (underWay?.key === keyOf(chosen) ? underWay.on : stored),
    put: (chosen) => void now(chosen, true),
    takeOff: (chosen, count) => {
      if (count > 1) setAsked({ chosen, count })
      else void now(chosen, false)
    },
    question: asked ? (
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
          {' any more. Students whose money was collected on its fees stay, and are named.'}
        </Typography>
      </ConfirmDialog>
    ) : (
      kept && <KeptDialog category={name} kept={kept} onClose={() => setKept(null)} />
    ),
  }
}
