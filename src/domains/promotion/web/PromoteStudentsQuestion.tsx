import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { StudentPromotionPlan } from '#ui/generated/schema.types.ts'
import { isDefiniteAnswer, unknownOutcomeMessage, useRequestKey } from '#ui/requestKey.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { failedMessage } from '../promotion.rules.ts'
import { PromotedFees } from './PromotedFees.tsx'
import { canBeReversed } from './promotionTexts.ts'
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
  const { totals } = preview
  const assigned = totals?.assigned ?? 0

  const { moving } = preview
  const movingSections = preview.sections.filter((section) => section.moving > 0).length
  const fromTerm = context.from.name
  const toTerm = context.to.name

  async function promote() {
    const data = await withKey((key) => sendCommand(PromoteStudentsDocument, { schoolId, input: { key, ...plan } }))
    navigate(batchAddress(data.promoteStudents.id))
  }

  return (
    <ConfirmDialog
      open
      title={t`Promote Students?`}
      confirmLabel={t`Promote Students`}
      onConfirm={promote}
      onClose={onClose}
      failureMessage={(message, failure) => (isDefiniteAnswer(failure) ? failedMessage(message) : unknownOutcomeMessage)}
    >
      <Text>{canBeReversed}</Text>
      <Text className={styles.spaced}>
        {t`${plural(moving, { one: '# student', other: '# students' })} of ${plural(movingSections, { one: '# section', other: '# sections' })} of ${fromTerm} will be enrolled in ${toTerm}.`}{' '}
        {notMoving > 0 &&
          plural(notMoving, {
            one: '# student of these sections does not move: kept back, disabled or already in the new term.',
            other: '# students of these sections do not move: kept back, disabled or already in the new term.',
          })}{' '}
        {assigned > 0 &&
          (totals?.byRule
            ? plural(assigned, {
                one: '# assignment to fees categories will be made by rule and by the same names.',
                other: '# assignments to fees categories will be made by rule and by the same names.',
              })
            : plural(assigned, {
                one: '# assignment to fees categories of the same names will be made.',
                other: '# assignments to fees categories of the same names will be made.',
              }))}
      </Text>
      {totals && <PromotedFees totals={totals} />}
      <Text className={styles.spaced}>
        <Trans>Their sections, marks and fees of {fromTerm} do not change.</Trans>
      </Text>
    </ConfirmDialog>
  )
}
