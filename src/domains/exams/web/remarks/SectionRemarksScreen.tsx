import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useNavigate } from '#ui/navigation.tsx'
import { showPercent } from '#shared/percent.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Chip, ChipButton } from '#ui/kit/Chip.tsx'
import { AddIcon, EditIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { isDefiniteAnswer, unknownOutcomeMessage, useRequestKeys } from '#ui/requestKey.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { UnsavedChanges } from '#ui/UnsavedChanges.tsx'
import { periodName, remarksAddress, resultsAddress, sectionTitle } from '../results/resultTexts.ts'
import { openProposals, type RemarkDraft, type RemarkDrafts, shownRemarks, withRemarks } from './remarkDrafts.ts'
import { ChooseRemarksDocument, SectionRemarksDocument, type SectionRemarksQuery } from './remarks.graphql.ts'
import { kindLabels, type Remark, remarkOf, remarkText } from './remarkTexts.ts'
import styles from './SectionRemarksScreen.module.css'

const StudentRemarksDialog = later(async () => ({ default: (await import('./StudentRemarksDialog.tsx')).StudentRemarksDialog }))

type Student = SectionRemarksQuery['sectionRemarks']['students'][number]
type Proposals = SectionRemarksQuery['remarkProposals'][number]

/** The remarks of a section's students for the report cards of a part, or of the year for null. */
export default function SectionRemarksScreen({ sectionId, part }: { sectionId: string; part: string | null }) {
  const { schoolId } = useActiveSchool()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(SectionRemarksDocument, {
    variables: { schoolId, sectionId, part: part ?? '' },
    alsoOf: ['students', 'attendance'],
  })
  const section = data?.sectionRemarks
  return (
    <PageLayout
      title={section ? t`Remarks of ${sectionTitle(section)}` : t({ message: 'Remarks', context: 'of report cards' })}
      context={t`What stands on the report cards besides marks`}
      back={{ to: resultsAddress(sectionId, part), label: t`Results of the section` }}
    >
      {data && section ? (
        <Stack gap={4}>
          <ToggleGroup
            value={part ?? ''}
            onChange={(next: string) => navigate(remarksAddress(sectionId, next === '' ? null : next), { replace: true })}
            aria-label={t`Part`}
          >
            {[...section.parts, null].map((each) => (
              <Toggle key={each} value={each ?? ''}>
                {periodName(each)}
              </Toggle>
            ))}
          </ToggleGroup>
          {section.students.length === 0 ? (
            <EmptyState
              text={t`No students in this section yet`}
              hint={t`Students who are added to the section are listed here with their remarks.`}
            />
          ) : (
            <SectionRemarks key={part} data={data} />
          )}
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState lines={10} />
      )}
    </PageLayout>
  )
}

function SectionRemarks({ data }: { data: SectionRemarksQuery }) {
  const { sectionId, part, students, viewerCan } = data.sectionRemarks
  const { drafts, setDrafts, refusals, problem, saving, save } = useRemarkDrafts(sectionId, part, students)
  const [open, setOpen] = useState<string | null>(null)
  const proposalsOf = new Map(data.remarkProposals.map((each) => [each.studentId, each]))
  const proposedTo = (student: Student) =>
    openProposals(shownRemarks(student, drafts), (proposalsOf.get(student.studentId)?.remarks ?? []).map(remarkOf))
  const change = (student: Student, remarks: readonly Remark[]) => setDrafts((before) => withRemarks(before, student, remarks))
  const open1 = students.filter((student) => proposedTo(student).length > 0)
  const proposed = open1.reduce((sum, student) => sum + proposedTo(student).length, 0)
  const opened = students.find(({ studentId }) => studentId === open)
  const mayChoose = viewerCan.choose.allowed
  return (
    <>
      {mayChoose && (
        <Row gap={3} align="center" wrap>
          <Text as="span" size="small" tone="quiet" className={styles.says}>
            {proposed > 0
              ? plural(proposed, {
                  one: '# remark is proposed by the school’s rules',
                  other: '# remarks are proposed by the school’s rules',
                })
              : t`Nothing more is proposed by the school’s rules`}
          </Text>
          {proposed > 0 && (
            <Button
              disabled={saving}
              onClick={() => {
                for (const student of open1) change(student, [...shownRemarks(student, drafts), ...proposedTo(student)])
              }}
            >
              <Trans>Accept all proposals</Trans>
            </Button>
          )}
        </Row>
      )}
      {/* Without its marks, Safari does not say that it is a list. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" className={styles.list} aria-label={t`Students`}>
        {students.map((student) => (
          <StudentRow
            key={student.studentId}
            student={student}
            proposals={proposalsOf.get(student.studentId)}
            shown={shownRemarks(student, drafts)}
            draft={drafts.get(student.studentId)}
            proposed={proposedTo(student)}
            refusal={refusals.get(student.studentId)}
            mayChoose={mayChoose}
            onChange={(remarks) => change(student, remarks)}
            onUseTheirs={() => setDrafts((before) => without(before, student.studentId))}
            onKeepMine={(remarks) =>
              setDrafts((before) => new Map(before).set(student.studentId, { seen: student.version, remarks }))
            }
            onOpen={() => setOpen(student.studentId)}
          />
        ))}
      </ul>
      {problem !== null && <Alert kind="error">{problem}</Alert>}
      {drafts.size > 0 && (
        <div className={styles.bar}>
          <Text as="span" className={styles.says}>
            {plural(drafts.size, { one: 'Remarks of # student are not saved', other: 'Remarks of # students are not saved' })}
          </Text>
          <Button variant="quiet" onClick={() => setDrafts(new Map())} disabled={saving}>
            <Trans>Discard</Trans>
          </Button>
          <Button variant="primary" loading={saving} onClick={() => void save()}>
            <Trans>Save remarks</Trans>
          </Button>
        </div>
      )}
      <UnsavedChanges unsaved={drafts.size > 0} />
      {opened && (
        <StudentRemarksDialog
          name={opened.name}
          remarks={shownRemarks(opened, drafts)}
          list={data.remarks.map(remarkOf)}
          onChange={(remarks) => change(opened, remarks)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

function without(drafts: RemarkDrafts, studentId: string): RemarkDrafts {
  const next = new Map(drafts)
  next.delete(studentId)
  return next
}

/** Holds what is chosen and not stored, and stores it: all students together. */
function useRemarkDrafts(sectionId: string, part: string, students: readonly Student[]) {
  const { schoolId } = useActiveSchool()
  const send = useSendCommand()
  const client = useDataClient()
  const withKey = useRequestKeys()
  const [drafts, setDrafts] = useState<RemarkDrafts>(new Map())
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map())
  const [problem, setProblem] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)

  async function save() {
    if (saving) return
    setSaving(true)
    setProblem(null)
    setRefusals(new Map())
    const sent = drafts
    const chosen = [...sent].map(([studentId, { seen, remarks }]) => ({ studentId, seen, remarks: [...remarks] }))
    const input = { sectionId, part, students: chosen }
    try {
      await withKey(JSON.stringify(input), (key) => send(ChooseRemarksDocument, { schoolId, input: { ...input, key } }))
      // What was changed meanwhile stays.
      setDrafts((before) => new Map([...before].filter(([studentId, draft]) => sent.get(studentId) !== draft)))
      showSuccess(
        plural(chosen.length, { one: 'The remarks of # student were saved', other: 'The remarks of # students were saved' }),
      )
    } catch (error) {
      const failure = failureOf(error)
      const placed = new Map<string, string>()
      for (const { path, message } of failure.problems) {
        const index = Number(/^students\.(\d+)/.exec(path)?.[1] ?? Number.NaN)
        const studentId = chosen[index]?.studentId
        if (studentId !== undefined) placed.set(studentId, message)
      }
      setRefusals(placed)
      if (placed.size > 0) setProblem(t`Nothing was saved. It says why at the students.`)
      else setProblem(isDefiniteAnswer(failure) ? genericMessage(failure) : unknownOutcomeMessage)
      // Shows what somebody else has stored meanwhile.
      if (failure.code === 'CONFLICT') await client.forget([ChooseRemarksDocument.domain])
    } finally {
      setSaving(false)
    }
  }
  // A student who has left the section meanwhile has no row in which a draft could be seen.
  const shown = new Map([...drafts].filter(([id]) => students.some(({ studentId }) => studentId === id)))
  return { drafts: shown, setDrafts, refusals, problem, saving, save }
}

interface StudentRowProps {
  student: Student
  proposals: Proposals | undefined
  shown: readonly Remark[]
  draft: RemarkDraft | undefined
  proposed: readonly Remark[]
  refusal: string | undefined
  mayChoose: boolean
  onChange: (remarks: readonly Remark[]) => void
  onUseTheirs: () => void
  onKeepMine: (remarks: readonly Remark[]) => void
  onOpen: () => void
}

function StudentRow(props: StudentRowProps) {
  const { student, proposals, shown, draft, proposed, refusal, mayChoose, onChange, onOpen } = props
  const { name, roll } = student
  const total = proposals?.total
  const isLate = draft !== undefined && draft.seen !== student.version
  return (
    <li className={styles.student} aria-label={name}>
      <div className={styles.head}>
        <span className={styles.roll}>{roll}</span>
        <span className={styles.name}>{name}</span>
        {total && <span className={styles.total}>{`${showPercent(total.share)} ${total.grade}`}</span>}
        {draft && <Chip label={t`Not saved`} tone="warn" outlined />}
        {mayChoose && (
          <Button
            size="small"
            variant="quiet"
            icon={shown.length === 0 ? <AddIcon size={16} /> : <EditIcon size={16} />}
            aria-label={shown.length === 0 ? t`Add remark for ${name}` : t`Change remarks of ${name}`}
            onClick={onOpen}
          >
            {shown.length === 0 ? t`Add remark` : t`Change`}
          </Button>
        )}
      </div>
      {shown.map((remark, index) => (
        <p key={`${index} ${remarkText(remark)}`} className={styles.remark}>
          <span className={styles.kind}>{kindLabels[remark.kind]}:</span> {remarkText(remark)}
        </p>
      ))}
      {mayChoose && proposed.length > 0 && (
        <div className={styles.proposed}>
          {proposed.map((remark) => {
            const text = remarkText(remark)
            return (
              <ChipButton
                key={`${remark.kind} ${text}`}
                label={text}
                icon={<AddIcon size={14} aria-hidden />}
                outlined
                aria-label={t`Accept for ${name}: ${text}`}
                aria-pressed={undefined}
                onClick={() => onChange([...shown, remark])}
              />
            )
          })}
        </div>
      )}
      {refusal !== undefined && <Alert kind="error">{refusal}</Alert>}
      {isLate && <Late {...props} />}
    </li>
  )
}

/** Says what somebody else has stored for the student meanwhile, with the choice. */
function Late({ student, shown, onUseTheirs, onKeepMine }: StudentRowProps) {
  const by = student.changedByName
  const theirs = student.remarks.map(remarkText).join(' ')
  return (
    <Alert
      kind="warning"
      action={
        <Row gap={2} wrap>
          <Button size="small" variant="quiet" onClick={onUseTheirs}>
            <Trans>Use theirs</Trans>
          </Button>
          <Button size="small" variant="quiet" onClick={() => onKeepMine(shown)}>
            <Trans>Keep mine</Trans>
          </Button>
        </Row>
      }
    >
      {theirs === '' ? t`The remarks were taken away meanwhile` : t`${by} has chosen meanwhile: ${theirs}`}
    </Alert>
  )
}
