import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link as RouterLink, useParams } from '#ui/navigation.tsx'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Button } from '#ui/kit/Button.tsx'
import { Chip } from '#ui/kit/Chip.tsx'
import { AddNoteIcon, CloseIcon, PhoneIcon, SendIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'
import { Link } from '#ui/kit/Link.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { NotFound } from '#ui/NotFound.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StudentHead } from '#domains/classes/web/studentHead.exports.tsx'
import { accountAddress } from '#domains/fees/web/fees.exports.tsx'
import { AttentionCaseDocument, type AttentionDetailsFragment, type AttentionReasonFactsFragment } from './attention.graphql.ts'
import { CaseHistory } from './CaseHistory.tsx'
import { CasePlan } from './CasePlan.tsx'
import { closingText, foundText, goneText, reasonText } from './reasonTexts.ts'
import styles from './CaseScreen.module.css'

// Loaded when opened.
const NoteDialog = later(() => import('./NoteDialog.tsx'))
const CloseDialog = later(() => import('./CloseDialog.tsx'))
const WriteDialog = later(() => import('./WriteDialog.tsx'))

/** /attention/:id: a case with its reasons, what was done, and what is next. */
export default function CaseScreen() {
  const { schoolId } = useActiveSchool()
  const { id = '' } = useParams()
  const isValidId = /^\d{1,15}$/.test(id)
  const { data, error, refetch } = useQuery(AttentionCaseDocument, { variables: { schoolId, id }, skip: !isValidId })
  if (!isValidId) return <NotFound />
  if (data) return <Page details={data.attentionCase} />
  return (
    <PageLayout title={t`Case`} back={list}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={8} />}
    </PageLayout>
  )
}

const list = { to: '/attention', label: t`Attention` }

function Page({ details }: { details: AttentionDetailsFragment }) {
  const { viewer } = useActiveSchool()
  const [open, setOpen] = useState<'call' | 'note' | 'write' | 'close' | null>(null)
  const { case: row, head, phone, viewerCan } = details
  const close = () => setOpen(null)
  return (
    <PageLayout
      title={row.studentName}
      back={list}
      head={
        <StudentHead head={head} level={1}>
          {phone !== defaultPhone && (
            <a href={`tel:${phone}`} className={styles.phone}>
              {phone}
            </a>
          )}
          {row.closedOn === null ? (
            <Chip label={t({ message: 'Open', context: 'a case' })} tone="warn" />
          ) : (
            <Chip label={t({ message: 'Closed', context: 'a case' })} tone="good" />
          )}
        </StudentHead>
      }
    >
      {viewerCan.note.allowed && (
        <Row gap={2} wrap>
          <Button variant="primary" icon={<PhoneIcon />} onClick={() => setOpen('call')}>
            <Trans>Record a call</Trans>
          </Button>
          <Button icon={<AddNoteIcon />} onClick={() => setOpen('note')}>
            <Trans>Add a note</Trans>
          </Button>
          {viewerCan.write.allowed && (
            <Button icon={<SendIcon />} onClick={() => setOpen('write')}>
              <Trans>Write to the family</Trans>
            </Button>
          )}
          <Button variant="quiet" icon={<CloseIcon />} onClick={() => setOpen('close')}>
            <Trans>Close case</Trans>
          </Button>
        </Row>
      )}
      {row.closedOn !== null && <Text className={styles.closing}>{closingText(row)}</Text>}
      <div className={styles.columns}>
        <Part title={t`Reasons`}>
          <ul className={styles.reasons}>
            {row.reasons.map((reason) => (
              <ReasonLine key={reason.id} reason={reason} />
            ))}
          </ul>
        </Part>
        {row.closedOn === null && (
          <Part title={t`Next`}>
            <CasePlan details={details} />
          </Part>
        )}
      </div>
      <Part title={t`What was done`}>
        <CaseHistory details={details} />
      </Part>
      <Row gap={4} wrap>
        {(viewer.role === 'ADMIN' || viewer.role === 'SUPERADMIN') && (
          <Link as={RouterLink} to={`/students/${row.studentId}`}>{t`Page of ${row.studentName}`}</Link>
        )}
        {row.concern === 'FEES' && (
          <Link as={RouterLink} to={accountAddress(row.studentId, row.termId)}>{t`Fees of ${row.studentName}`}</Link>
        )}
      </Row>
      {open === 'call' && <NoteDialog details={details} kind="CALL" onClose={close} />}
      {open === 'note' && <NoteDialog details={details} kind="NOTE" onClose={close} />}
      {open === 'write' && <WriteDialog details={details} onClose={close} />}
      {open === 'close' && <CloseDialog details={details} onClose={close} />}
    </PageLayout>
  )
}

/** A reason with its figure: now, while it stands, else when it was found. */
function ReasonLine({ reason }: { reason: AttentionReasonFactsFragment }) {
  const { foundOn, goneOn } = reason
  const [found, now] = [foundText(reason), reasonText(reason)]
  const history = [
    found === now || goneOn !== null ? t`Since ${showDay(foundOn)}` : t`Since ${showDay(foundOn)}. At first: ${found}`,
    ...(goneOn === null ? [] : [t`Gone on ${showDay(goneOn)}: ${goneText(reason)}`]),
  ]
  return (
    <li>
      {goneOn === null ? now : found}
      {history.map((line) => (
        <Text key={line} size="small" tone="quiet">
          {line}
        </Text>
      ))}
    </li>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={2} aria-label={title}>
      <Heading level={2}>{title}</Heading>
      {children}
    </Stack>
  )
}
