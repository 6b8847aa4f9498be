import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { NotificationsOnIcon, PhoneIcon } from '#ui/kit/icons.ts'
import { Text } from '#ui/kit/Text.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { remindedTeachers, sheetsWithoutTeacher, type TeacherSheets } from './remindedTeachers.ts'
import { RemindOfScoresDocument, ScoreReminderDocument } from './reminders.graphql.ts'
import styles from './RemindDialog.module.css'
import { sayWord } from '../sayWord.ts'

interface RemindDialogProps {
  part: string
  /** Null for all sections. */
  sectionId: string | null
  onClose: () => void
}

const titleOf = (part: string) => t`Remind of missing marks, ${part}`

/** Shows which teachers are reminded of missing marks, and who is to be called, before anything is sent. */
export function RemindDialog({ part, sectionId, onClose }: RemindDialogProps) {
  const { schoolId, termId } = useActiveSchool()
  const { data, error, refetch } = useQuery(ScoreReminderDocument, {
    variables: { schoolId, termId, part, sectionId },
    fetchPolicy: 'read-once',
  })
  const [remind, reminding] = useCommand(RemindOfScoresDocument, {
    success: ({ remindOfScores: count }) => plural(count, { one: '# teacher reminded', other: '# teachers reminded' }),
    failure: (text) => text,
  })
  const sheets = data?.scoreReminder
  const teachers = sheets && remindedTeachers(sheets)
  const reminded = teachers?.filter(({ isReminded }) => isReminded).length ?? 0
  const without = sheets ? sheetsWithoutTeacher(sheets) : []

  async function send() {
    if (!sheets) return
    const input = { termId, part, sheets: sheets.map(({ sectionId: section, subjectId }) => ({ sectionId: section, subjectId })) }
    if (await remind({ schoolId, input })) onClose()
  }

  return (
    <Dialog title={titleOf(sayWord(part))} onClose={onClose}>
      <DialogBody>
        {teachers ? (
          <>
            <Text tone="quiet">
              {teachers.length === 0
                ? t`No other teacher has marks to enter here.`
                : t`Each gets one notification on the phone, at most one a day for a subject.`}
            </Text>
            <ul aria-label={t`Teachers`} className={styles.list}>
              {teachers.map((teacher) => (
                <li key={teacher.userId} className={styles.row}>
                  <span className={styles.who}>
                    <span className={styles.name}>{teacher.name}</span>
                    <span className={styles.sheets}>{sheetsText(teacher)}</span>
                    <span className={styles.state}>{stateText(teacher)}</span>
                  </span>
                  {!teacher.hasDevice && teacher.phone !== '' && (
                    <IconButton as="a" href={`tel:${teacher.phone}`} aria-label={t`Call ${teacher.name}`} title={teacher.phone}>
                      <PhoneIcon />
                    </IconButton>
                  )}
                </li>
              ))}
            </ul>
            {without.length > 0 && (
              <Text tone="quiet">{t`No teacher is assigned: ${without.map(({ title }) => title).join(', ')}.`}</Text>
            )}
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState lines={4} />
        )}
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          variant="primary"
          icon={<NotificationsOnIcon size={18} />}
          loading={reminding}
          disabled={reminded === 0}
          onClick={() => void send()}
        >
          {plural(reminded, { one: 'Remind # teacher', other: 'Remind # teachers' })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function sheetsText({ sheets }: TeacherSheets): string {
  return sheets.map(({ title, missing }) => t`${title} (${missing})`).join(', ')
}

function stateText({ hasDevice, isAsked }: TeacherSheets): string {
  if (isAsked) return t`reminded today`
  return hasDevice ? '' : t`no notifications on a phone`
}
