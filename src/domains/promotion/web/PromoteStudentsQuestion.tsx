import { useNavigate } from 'react-router'
import { countWithNoun, plural } from '#shared/plural.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { StudentPromotionPlan } from '#ui/generated/schema.types.ts'
import { isDefiniteAnswer, unknownOutcomeMessage, useRequestKey } from '#ui/requestKey.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { canBeReversed, failedMessage } from '../promotion.rules.ts'
import { type PreviewPromotionQuery, PromoteStudentsDocument } from './promotion.graphql.ts'
import { batchAddress } from './PromotionList.tsx'
import type { PromotionContext } from './usePromotionContext.ts'
import styles from './PromoteStudentsQuestion.module.css'
import { Text } from '#ui/kit/Text.tsx'

interface PromoteStudentsQuestionProps {
  context: PromotionContext
  plan: StudentPromotionPlan
  preview: PreviewPromotionQuery['previewPromotion']
  onClose: () => void
}

/** The question before students are promoted: how many, from how many sections, and how many do not move. */
export function PromoteStudentsQuestion({ context, plan, preview, onClose }: PromoteStudentsQuestionProps) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const navigate = useNavigate()
  const withKey = useRequestKey()
  const notMoving = preview.sections.reduce((sum, { staying, disabled, already }) => sum + staying + disabled + already, 0)
  const assigned = preview.fees.filter((fee) => fee.there).reduce((sum, fee) => sum + fee.students, 0)

  async function promote() {
    const data = await withKey((key) => sendCommand(PromoteStudentsDocument, { schoolId, input: { key, ...plan } }))
    void navigate(batchAddress(data.promoteStudents.id))
  }

  return (
    <ConfirmDialog
      open
      title="Promote Students?"
      confirmLabel="Promote Students"
      onConfirm={promote}
      onClose={onClose}
      failureMessage={(message, failure) => (isDefiniteAnswer(failure) ? failedMessage(message) : unknownOutcomeMessage)}
    >
      <Text>{canBeReversed}</Text>
      <Text className={styles.spaced}>
        {`${countWithNoun(preview.moving, 'student')} of ${countWithNoun(preview.sections.filter((section) => section.moving > 0).length, 'section')} of ${context.from.name} will be enrolled in ${context.to.name}. `}
        {notMoving > 0 &&
          `${countWithNoun(notMoving, 'student')} of these sections ${plural(notMoving, 'does', 'do')} not move: kept back, disabled or already in the new term. `}
        {assigned > 0 && `${countWithNoun(assigned, 'assignment')} to fees categories of the same names will be made.`}
      </Text>
      <Text className={styles.spaced}>Their sections, marks and fees of {context.from.name} do not change.</Text>
    </ConfirmDialog>
  )
}
