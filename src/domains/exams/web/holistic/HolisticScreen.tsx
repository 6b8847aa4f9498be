import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import type { HolisticVoice } from '#ui/generated/schema.types.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { classes } from '#ui/kit/classes.ts'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/kit/icons.ts'
import { Select } from '#ui/kit/Select.tsx'
import { Heading } from '#ui/kit/Text.tsx'
import { TextArea } from '#ui/kit/TextField.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { NotFound } from '#ui/NotFound.tsx'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { useRequestKey } from '#ui/requestKey.ts'
import { showError, showSuccess } from '#ui/snackbars.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { UnsavedChanges } from '#ui/UnsavedChanges.tsx'
import { EnterHolisticDocument, SectionHolisticDocument, type SectionHolisticDataFragment } from './holistic.graphql.ts'
import {
  type Draft,
  entriesOf,
  gradedCount,
  gradeOf,
  type HolisticStudent,
  withGrade,
  withWords,
  wordsOf,
} from './holisticDrafts.ts'
import { voiceLabels } from './holisticTexts.ts'
import { sayWord } from '../sayWord.ts'
import styles from './HolisticScreen.module.css'
import task from '../scores/ScoreSheetScreen.module.css'

/** /exams?holistic=SECTION&part=PART: the holistic cards of a section, one student after another. */
export default function HolisticScreen() {
  const [address] = useSearchParams()
  const { schoolId } = useActiveSchool()
  const [sectionId, part] = [address.get('holistic') ?? '', address.get('part') ?? '']
  const isId = /^\d{1,15}$/.test(sectionId) && part !== ''
  const { data, error, refetch } = useQuery(SectionHolisticDocument, { variables: { schoolId, sectionId, part }, skip: !isId })
  const row = data?.sectionHolistic
  const title = row ? `${row.className}-${row.sectionName} ${t`Holistic cards`}` : t`Holistic cards`
  useEffect(() => {
    document.title = `${title} · Shala`
  }, [title])
  if (!isId) return <NotFound />
  return (
    <div data-task className={task.task}>
      <div className={task.head}>
        <IconButton as={Link} to="/exams?tab=holistic" aria-label={t`Back to the exams`} className={task.back}>
          <ChevronLeftIcon />
        </IconButton>
        <div className={task.title}>
          <Heading level={1} className={task.name}>
            {title}
          </Heading>
          <p className={task.context}>{sayWord(part)}</p>
        </div>
      </div>
      {row ? (
        row.students.length === 0 ? (
          <EmptyState text={t`No students in this section yet`} hint={t`Their holistic cards are filled in here.`} />
        ) : (
          <Cards row={row} />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState lines={10} />
      )}
    </div>
  )
}

const forAllText = (count: number, grade: string) =>
  plural(count, {
    one: `# student who has nothing here yet gets “${grade}”.`,
    other: `# students who have nothing here yet get “${grade}”.`,
  })
const inWords = (area: string) => t`In words: ${area}`

/** A grade that is given to everybody who has none for a statement. */
interface ForAll {
  statement: { id: number; text: string }
  grade: string
  students: readonly HolisticStudent[]
}

function Cards({ row }: { row: SectionHolisticDataFragment }) {
  const { schoolId } = useActiveSchool()
  const send = useSendCommand()
  const withKey = useRequestKey()
  const { students, voices, areas } = row
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      students.findIndex(({ version }) => version === 0),
    ),
  )
  const [voice, setVoice] = useState<HolisticVoice>(voices[0]?.voice ?? 'TEACHER')
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({})
  const [saving, setSaving] = useState(false)
  const [forAll, setForAll] = useState<ForAll | null>(null)
  const student = students[place] ?? students[0]
  if (!student) return null
  const draft = drafts[student.studentId]
  const { enter } = row.viewerCan
  const chosenCount = gradedCount(row, student, draft, voice)
  const grades = voices.find((each) => each.voice === voice)?.grades ?? []
  const statements = areas.reduce((sum, area) => sum + area.statements.length, 0)
  const change = (next: Draft) => setDrafts((before) => ({ ...before, [student.studentId]: next }))

  /** Stores entries of students, whose drafts then are those of the server. */
  async function store(changed: readonly { student: HolisticStudent; draft: Draft | undefined }[]) {
    const input = {
      sectionId: row.sectionId,
      part: row.part,
      students: changed.map((each) => entriesOf(row, each.student, each.draft)),
    }
    await withKey((key) => send(EnterHolisticDocument, { schoolId, input: { key, ...input } }))
    const ids = changed.map((each) => each.student.studentId)
    setDrafts((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !ids.includes(id))))
  }

  /** Saves the student, and shows another one once that is done. */
  async function go(next: number) {
    if (!student) return
    if (draft) {
      setSaving(true)
      try {
        await store([{ student, draft }])
      } catch (failure) {
        const [name, why] = [student.name, genericMessage(failureOf(failure))]
        showError(t`${name} was not saved. ${why}`)
        return
      } finally {
        setSaving(false)
      }
    }
    setPlace(Math.min(next, students.length - 1))
    window.scrollTo({ top: 0 })
  }

  const isLast = place === students.length - 1
  return (
    <div className={styles.cards}>
      {!enter.allowed && <Alert kind="info">{enter.reason}</Alert>}
      <div className={styles.choice}>
        <Select
          label={t`Student`}
          hideLabel
          value={student.studentId}
          disabled={saving}
          onChange={({ target }) => void go(students.findIndex(({ studentId }) => studentId === target.value))}
          className={styles.student}
        >
          {students.map((each) => {
            const begun = each.version > 0 || drafts[each.studentId] !== undefined
            return (
              <option key={each.studentId} value={each.studentId}>
                {`${each.roll} ${each.name}${begun ? ' ✓' : ''}`}
              </option>
            )
          })}
        </Select>
        <ToggleGroup value={voice} onChange={setVoice} aria-label={t`Who speaks`} className={styles.voices}>
          {voices.map((each) => (
            <Toggle key={each.voice} value={each.voice}>
              {voiceLabels[each.voice]}
            </Toggle>
          ))}
        </ToggleGroup>
      </div>
      <p role="status" className={styles.progress}>
        <Trans>
          {chosenCount} of {statements} chosen
        </Trans>
        {student.changedByName !== '' && ` · ${student.changedByName}`}
      </p>
      {areas.map((area) => (
        <section key={area.id} aria-label={sayWord(area.name)} className={styles.area}>
          <Heading level={2}>{sayWord(area.name)}</Heading>
          {area.statements.map((statement) => {
            const chosen = gradeOf(student, draft, voice, statement.id)
            const others = students.filter(
              (each) => each !== student && gradeOf(each, drafts[each.studentId], voice, statement.id) === '',
            )
            return (
              <div key={statement.id} role="group" aria-label={sayWord(statement.text)} className={styles.statement}>
                <span className={styles.text}>{sayWord(statement.text)}</span>
                <span className={styles.grades}>
                  {grades.map(({ grade, meaning }) => (
                    <button
                      key={grade}
                      type="button"
                      aria-pressed={chosen === grade}
                      title={sayWord(meaning)}
                      disabled={!enter.allowed || saving}
                      // A second press clears the grade.
                      onClick={() => change(withGrade(draft, voice, statement.id, chosen === grade ? '' : grade))}
                      className={classes(styles.grade, chosen === grade && styles.chosen)}
                    >
                      {sayWord(grade)}
                    </button>
                  ))}
                </span>
                {chosen !== '' && others.length > 0 && enter.allowed && (
                  <Button
                    size="small"
                    variant="quiet"
                    disabled={saving}
                    onClick={() => setForAll({ statement, grade: chosen, students: others })}
                    className={styles.forAll}
                  >
                    <Trans>Same for all</Trans>
                  </Button>
                )}
              </div>
            )
          })}
          <TextArea
            label={t`In words`}
            aria-label={inWords(sayWord(area.name))}
            rows={1}
            maxLength={500}
            value={wordsOf(student, draft, voice, area.id)}
            readOnly={!enter.allowed}
            onChange={({ target }) => change(withWords(draft, voice, area.id, target.value))}
          />
        </section>
      ))}
      <div className={styles.steps} data-task-bar>
        <Button
          icon={<ChevronLeftIcon />}
          disabled={place === 0 || saving}
          aria-label={t`Previous student`}
          onClick={() => void go(place - 1)}
        />
        <Button
          variant="primary"
          endIcon={isLast ? undefined : <ChevronRightIcon />}
          disabled={saving || (isLast && !draft)}
          onClick={() => void go(place + 1)}
        >
          {isLast ? t`Save` : draft ? t`Save and next student` : t`Next student`}
        </Button>
      </div>
      <UnsavedChanges unsaved={Object.keys(drafts).length > 0} />
      {forAll && (
        <ConfirmDialog
          open
          title={t`Same for all?`}
          confirmLabel={t`Give to all`}
          destructive={false}
          onConfirm={async () => {
            const given = forAll.students.map((each) => ({
              student: each,
              draft: withGrade(drafts[each.studentId], voice, forAll.statement.id, forAll.grade),
            }))
            await store([...given, ...(draft ? [{ student, draft }] : [])])
            showSuccess(plural(given.length, { one: 'Given to # student', other: 'Given to # students' }))
          }}
          onClose={() => setForAll(null)}
        >
          <p>{sayWord(forAll.statement.text)}</p>
          <p>{forAllText(forAll.students.length, sayWord(forAll.grade))}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
