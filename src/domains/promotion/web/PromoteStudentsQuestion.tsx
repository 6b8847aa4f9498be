import { useApolloClient } from '@apollo/client/react'
import Typography from '@mui/material/Typography'
import { useNavigate } from 'react-router'
import { countWithNoun, plural } from '#shared/plural.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { StudentPromotionPlan } from '#ui/generated/schema.types.ts'
import { isDefiniteAnswer, unknownOutcomeMessage, useRequestKey } from '#ui/requestKey.ts'
import { canBeReversed, failedWords } from '../promotion.rules.ts'
import { type PreviewPromotionQuery, PromoteStudentsDocument } from './promotion.graphql.ts'
import { batchAddress } from './PromotionList.tsx'
import type { Ground } from './usePromotionGround.ts'

interface PromoteStudentsQuestionProps {
  ground: Ground
  plan: StudentPromotionPlan
  preview: PreviewPromotionQuery['previewPromotion']
  onClose: () => void
}

/** The question before students are promoted: how many, from how many sections, and who does not move. */
export function PromoteStudentsQuestion({ ground, plan, preview, onClose }: PromoteStudentsQuestionProps) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const navigate = useNavigate()
  const send = useRequestKey()
  const not = preview.sections.reduce((sum, { staying, disabled, already }) => sum + staying + disabled + already, 0)
  const assigned = preview.fees.filter((fee) => fee.there).reduce((sum, fee) => sum + fee.students, 0)

  async function promote() {
    const { data } = await send((key) =>
      client.mutate({ mutation: PromoteStudentsDocument, variables: { schoolId, input: { key, ...plan } } }),
    )
    if (data) void navigate(batchAddress(data.promoteStudents.id))
  }

  return (
    <ConfirmDialog
      open
      title="Promote Students?"
      confirmLabel="Promote Students"
      onConfirm={promote}
      onClose={onClose}
      failureMessage={(message, failure) => (isDefiniteAnswer(failure) ? failedWords(message) : unknownOutcomeMessage)}
    >
      <Typography>{canBeReversed}</Typography>
      <Typography sx={{ mt: 1 }}>
        {`${countWithNoun(preview.moving, 'student')} of ${countWithNoun(preview.sections.filter((one) => one.moving > 0).length, 'section')} of ${ground.from.name} will have a place in ${ground.to.name}. `}
        {not > 0 &&
          `${countWithNoun(not, 'student')} of these sections ${plural(not, 'does', 'do')} not move: staying, disabled or there already. `}
        {assigned > 0 &&
          `${countWithNoun(assigned, 'assignment')} to fees categories ${plural(assigned, 'is', 'are')} made, to those of the same names.`}
      </Typography>
      <Typography sx={{ mt: 1 }}>Their places, marks and fees of {ground.from.name} stay as they are.</Typography>
    </ConfirmDialog>
  )
}
