import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useState } from 'react'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { PromotionStudentsDocument, type PromotionStudentsQuery } from './promotion.graphql.ts'
import { type FromSection, sectionLabel } from './usePromotionContext.ts'
import styles from './StudentsDialog.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { List, ListRow, ListText } from '#ui/kit/List.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'

interface StudentsDialogProps {
  section: FromSection
  /** The target section, for what the students pay there; undefined without fees. */
  targetSectionId: string | undefined
  stayingIds: readonly string[]
  toName: string
  onSave: (stayingIds: readonly string[]) => void
  onClose: () => void
}

/** Dialog that chooses the students of a section to keep back. Stores nothing before the promotion. */
export function StudentsDialog({ section, targetSectionId, stayingIds, toName, onSave, onClose }: StudentsDialogProps) {
  const { schoolId } = useActiveSchool()
  const [staying, setStaying] = useState<ReadonlySet<string>>(new Set(stayingIds))
  const { data, error, refetch } = useQuery(PromotionStudentsDocument, {
    variables: { schoolId, input: { sectionId: section.id, ...(targetSectionId ? { targetSectionId } : {}) } },
    fetchPolicy: 'network-only',
  })
  // Whoever stays by the results is first, because the head opens the list to decide about them.
  const students = data?.promotionStudents.toSorted((one, other) => place(one) - place(other))
  const toggle = (id: string) => {
    const next = new Set(staying)
    if (!next.delete(id)) next.add(id)
    setStaying(next)
  }
  const free = students?.filter((student) => !student.disabled && student.alreadyIn === null) ?? []
  const moving = free.filter((student) => !staying.has(student.id)).length
  return (
    <Dialog title={t`Students of ${sectionLabel(section)}`} onClose={onClose}>
      <DialogBody>
        {!students ? (
          error ? (
            <ErrorState error={error} onRetry={() => void refetch().catch(() => undefined)} />
          ) : (
            <LoadingState />
          )
        ) : students.length === 0 ? (
          <EmptyState text={t`No students here`} hint={t`This section had no students.`} />
        ) : (
          <>
            <Text tone="quiet" size="small" role="status">
              {t`${moving} move, ${free.length - moving} stay. Clear the tick of students to keep back.`}
            </Text>
            <List aria-label={t`Students`}>
              {students.map(({ id, name, roll, disabled, owed, fees, alreadyIn, proposal }) => {
                const reason = alreadyIn !== null ? t`Already in ${toName}: ${alreadyIn}` : disabled ? t`Disabled` : ''
                return (
                  <ListRow key={id} divided>
                    <Checkbox
                      checked={reason === '' && !staying.has(id)}
                      onChange={() => toggle(id)}
                      aria-label={t`${name} moves`}
                      disabled={reason !== ''}
                      label={
                        <ListText
                          title={name}
                          detail={[
                            t`Roll ${roll}`,
                            reason,
                            proposal?.text,
                            owed > 0 && t`owes ${showMoney(owed)}`,
                            fees && feesText(fees),
                          ]
                            .filter(Boolean)
                            .join(' · ')}
                        />
                      }
                      className={styles.box}
                    />
                  </ListRow>
                )
              })}
            </List>
          </>
        )}
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          variant="primary"
          disabled={!students}
          onClick={() => onSave(free.map((student) => student.id).filter((id) => staying.has(id)))}
        >
          <Trans>Done</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const place = ({ proposal }: PromotionStudentsQuery['promotionStudents'][number]) => (proposal?.moves === false ? 0 : 1)

/** Formats what a student pays in both terms: "pays ₹36,000.00 → ₹42,000.00 a year". */
function feesText({ before, after }: { before: number; after: number }): string {
  if (before === after) return t`pays ${showMoney(after)} a year, as before`
  const change = `${showMoney(before)} → ${showMoney(after)}`
  return after < before ? t`pays ${change} a year, less than before` : t`pays ${change} a year`
}
