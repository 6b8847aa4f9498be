import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link } from '#ui/navigation.tsx'
import { showMoment } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { EditIcon } from '#ui/kit/icons.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { StateChip } from '#ui/StateChip.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { AnnounceExamDocument, ExamDocument, type ExamQuery, WithdrawExamDocument } from './dates.graphql.ts'
import { DateSheetGrid } from './DateSheetGrid.tsx'
import { changeAddress, examAddress, examDays, examsBack, examState } from './examTexts.ts'
import { toGridPaper } from './gridPapers.ts'
import { PrintDialog } from './PrintDialog.tsx'
import { TicketsDialog } from './TicketsDialog.tsx'
import styles from './ExamScreen.module.css'

type Sheet = ExamQuery['exam']

/** The date sheet of an exam, with what clashes and what was changed since its announcement. */
export default function ExamScreen({ id }: { id: string }) {
  const { schoolId, viewer } = useActiveSchool()
  const { data, error, refetch } = useQuery(ExamDocument, { variables: { schoolId, id }, alsoOf: ['attendance', 'classes'] })
  const sheet = data?.exam
  return (
    <PageLayout
      title={sheet?.exam.name ?? t`Exam`}
      context={sheet ? `${examDays(sheet.exam)} · ${sheet.exam.termName}` : t`The date sheet of an exam`}
      back={examsBack}
      action={sheet && <Actions sheet={sheet} isOffice={viewer.role !== 'TEACHER'} />}
    >
      {sheet ? (
        <DateSheet sheet={sheet} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState lines={10} />
      )}
    </PageLayout>
  )
}

function Actions({ sheet: { exam }, isOffice }: { sheet: Sheet; isOffice: boolean }) {
  const [open, setOpen] = useState<'print' | 'tickets' | null>(null)
  const close = () => setOpen(null)
  if (exam.paperCount === 0) return isOffice && exam.viewerCan.save.allowed ? <ChangeButton id={exam.id} /> : null
  return (
    <>
      <Button onClick={() => setOpen('print')}>
        <Trans>Print date sheet</Trans>
      </Button>
      {isOffice && (
        <Button onClick={() => setOpen('tickets')}>
          <Trans>Hall tickets</Trans>
        </Button>
      )}
      {isOffice && exam.viewerCan.save.allowed && <ChangeButton id={exam.id} />}
      {open === 'print' && <PrintDialog exam={exam} onClose={close} />}
      {open === 'tickets' && <TicketsDialog exam={exam} onClose={close} />}
    </>
  )
}

function ChangeButton({ id }: { id: string }) {
  return (
    <Button as={Link} to={changeAddress(id)} icon={<EditIcon size={18} />}>
      <Trans>Change date sheet</Trans>
    </Button>
  )
}

function DateSheet({ sheet: { exam, papers } }: { sheet: Sheet }) {
  const clashes = papers.filter((paper) => paper.clashes.length > 0).length
  return (
    <Stack gap={4}>
      <Announcement exam={exam} />
      {clashes > 0 && (
        <Alert kind="warning">
          {plural(clashes, {
            one: '# paper clashes with a holiday, a lesson or another exam. It says so below.',
            other: '# papers clash with a holiday, a lesson or another exam. They say so below.',
          })}
        </Alert>
      )}
      {papers.length > 0 ? (
        <DateSheetGrid classes={exam.classes} papers={papers.map(toGridPaper)} />
      ) : (
        <EmptyState
          text={t`No papers yet`}
          hint={t`The days stand here, and under each class what it writes. Choose “Change date sheet”.`}
        />
      )}
      {exam.instructions !== '' && (
        <section aria-label={t`Instructions`}>
          <Text tone="quiet" size="small">
            <Trans>Instructions</Trans>
          </Text>
          <Text className={styles.instructions}>{exam.instructions}</Text>
        </section>
      )}
    </Stack>
  )
}

/** Says whether families see the exam, with the buttons that change it. */
function Announcement({ exam }: { exam: Sheet['exam'] }) {
  const { schoolId } = useActiveSchool()
  const { id, name, version, announcedAt, announcedByName, changedSince, viewerCan } = exam
  const variables = { schoolId, input: { id, seen: version } }
  const failure = (message: string) => message
  const [announce, announcing] = useCommand(AnnounceExamDocument, { success: t`Families see ${name} now`, failure })
  const [withdraw, withdrawing] = useCommand(WithdrawExamDocument, { success: t`Families no longer see ${name}`, failure })
  const when = showMoment(announcedAt)
  const says: ReactNode =
    announcedAt === null ? (
      <Trans>Families and students do not see this exam yet.</Trans>
    ) : changedSince ? (
      <Trans>Families see what was changed since, marked. Announce it again to tell them of it.</Trans>
    ) : (
      <Trans>
        Announced by {announcedByName} on {when}. Families and students see the papers of their section.
      </Trans>
    )
  const isOpen = announcedAt === null || changedSince
  return (
    <Row gap={3} align="center" wrap>
      <StateChip {...examState(exam)} />
      <Text as="span" className={styles.says}>
        {says}
      </Text>
      {isOpen && viewerCan.announce.allowed && (
        <Button variant="primary" loading={announcing} onClick={() => void announce(variables)}>
          {announcedAt === null ? <Trans>Announce exam</Trans> : <Trans>Announce again</Trans>}
        </Button>
      )}
      {!isOpen && viewerCan.withdraw.allowed && (
        <Button variant="primary" as={Link} to={`${examAddress(id)}&tell`}>
          <Trans>Tell families</Trans>
        </Button>
      )}
      {viewerCan.withdraw.allowed && (
        <Button variant="quiet" loading={withdrawing} onClick={() => void withdraw(variables)}>
          <Trans>Withdraw</Trans>
        </Button>
      )}
    </Row>
  )
}
