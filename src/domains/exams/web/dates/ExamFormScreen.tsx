import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useNavigate } from '#ui/navigation.tsx'
import type { Day } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { FieldHint } from '#ui/kit/Field.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import { UnsavedChanges } from '#ui/UnsavedChanges.tsx'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { examForm } from '../../dateSheet.schema.ts'
import { daysOfTerm } from '../../dateSheet.rules.ts'
import {
  ExamClassesDocument,
  type ExamClassesQuery,
  ExamDocument,
  type ExamQuery,
  ExamTermsDocument,
  SaveExamDocument,
} from './dates.graphql.ts'
import { DateSheetGrid } from './DateSheetGrid.tsx'
import { examAddress, examsBack } from './examTexts.ts'
import { PaperDialog } from './PaperDialog.tsx'
import { PlaceSubjects } from './PlaceSubjects.tsx'
import type { FormPaper } from './placeSubjects.ts'

/** A class of the term with the subjects that it can be examined in. */
export interface ExamClass {
  id: string
  name: string
  subjects: readonly string[]
}

/** What the form of an exam holds. */
export interface ExamFormValues {
  id: string | null
  termId: string
  seen: number
  name: string
  part: string
  instructions: string
  papers: FormPaper[]
}

/** The form of an exam with its whole date sheet; without an id one is added. */
export default function ExamFormScreen({ id }: { id: string | undefined }) {
  const { schoolId, termId } = useActiveSchool()
  // What is typed must not change under the hand.
  const exam = useQuery(ExamDocument, { variables: { schoolId, id: id ?? '' }, skip: id === undefined, fetchPolicy: 'read-once' })
  const sheet = exam.data?.exam
  const ofTerm = sheet?.exam.termId ?? termId
  const terms = useQuery(ExamTermsDocument, { variables: { schoolId }, skip: id !== undefined, alsoOf: ['schools'] })
  const startsOn = sheet?.exam.termStartsOn ?? terms.data?.terms.find((term) => term.id === termId)?.startsOn ?? ''
  const { first, last } = startsOn === '' ? { first: '', last: '' } : daysOfTerm(startsOn)
  const classes = useQuery(ExamClassesDocument, {
    variables: { schoolId, termId: ofTerm, holidays: { from: first, to: last } },
    skip: startsOn === '' || (id !== undefined && !sheet),
  })
  const { sections } = useSectionChoices()
  const isReady = classes.data && sections && (id === undefined || sheet)
  const error = exam.error ?? terms.error ?? classes.error
  return (
    <PageLayout
      title={id === undefined ? t`Add exam` : t`Change date sheet`}
      context={sheet?.exam.name ?? t`A name, and which class writes which subject on which day`}
      back={id === undefined ? examsBack : { to: examAddress(id), label: sheet?.exam.name ?? t`Exam` }}
    >
      {isReady && classes.data ? (
        <ExamForm
          key={sheet ? `${sheet.exam.id}:${sheet.exam.version}` : 'new'}
          sheet={sheet ?? null}
          termId={ofTerm}
          classes={inSchoolOrder(classes.data, sections)}
          term={{ first, last }}
          holidays={classes.data.holidays.map(({ day }) => day)}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void (exam.error ? exam : terms.error ? terms : classes).refetch()} />
      ) : (
        <LoadingState lines={10} />
      )}
    </PageLayout>
  )
}

/** Returns the classes with sections, in order. A class has the subjects of its report card, else of its sections. */
function inSchoolOrder({ classAssessments }: ExamClassesQuery, sections: readonly { class: { id: string } }[]): ExamClass[] {
  const ids = [...new Set(sections.map((section) => section.class.id))]
  return ids.flatMap((id) => {
    const found = classAssessments.find((row) => row.classId === id)
    if (!found) return []
    const assessed = found.subjects.map(({ name }) => name)
    return [{ id, name: found.className, subjects: assessed.length > 0 ? assessed : found.ownSubjects }]
  })
}

interface ExamFormProps {
  sheet: ExamQuery['exam'] | null
  termId: string
  classes: readonly ExamClass[]
  term: { first: Day; last: Day }
  holidays: readonly Day[]
}

function ExamForm({ sheet, termId, classes, term, holidays }: ExamFormProps) {
  const { schoolId } = useActiveSchool()
  const navigate = useNavigate()
  const exam = sheet?.exam
  const papers = (sheet?.papers ?? [])
    .filter(({ change }) => change !== 'REMOVED')
    .map(({ id, classId, subject, day, starts, ends, sectionIds }) => ({ id, classId, subject, day, starts, ends, sectionIds }))
  const command = useCommandForm({
    schema: examForm,
    mutation: SaveExamDocument,
    defaultValues: {
      id: exam?.id ?? null,
      termId,
      seen: exam?.version ?? 0,
      name: exam?.name ?? '',
      part: exam?.part ?? '',
      instructions: exam?.instructions ?? '',
      papers,
    },
    variables: (input) => ({
      schoolId,
      input: {
        ...input,
        id: input.id === null ? null : String(input.id),
        termId,
        papers: input.papers.map((paper) => ({
          ...paper,
          id: paper.id === null ? null : String(paper.id),
          classId: String(paper.classId),
          sectionIds: paper.sectionIds.map(String),
        })),
      },
    }),
    success: (_, input) => t`${input.name} was saved`,
    failure: (message) => t`The exam was not saved. ${message}`,
    onDone: ({ saveExam }) => navigate(examAddress(saveExam.id)),
  })
  return (
    <CommandForm
      command={command}
      submitLabel={t`Save exam`}
      onCancel={() => navigate(exam ? examAddress(exam.id) : examsBack.to)}
    >
      <UnsavedChanges unsaved={command.form.formState.isDirty && !command.saving} />
      <TextField name="name" label={t`Name`} required autoComplete="off" hint={t`Such as Half-yearly examination`} />
      <TextField
        name="part"
        label={t`Part of the year`}
        autoComplete="off"
        hint={t`As the scheme calls it, such as Term 1. Leave it empty for an exam of its own`}
      />
      <FormWide>
        <TextField
          name="instructions"
          label={t`Instructions`}
          lines={3}
          hint={t`One on each line. They stand on the date sheet and on hall tickets`}
        />
      </FormWide>
      <FormWide>
        <Papers classes={classes} term={term} holidays={holidays} />
      </FormWide>
    </CommandForm>
  )
}

/** The date sheet of the form: subjects are placed on days, then each paper can be opened. */
function Papers({ classes, term, holidays }: Pick<ExamFormProps, 'classes' | 'term' | 'holidays'>) {
  const { setValue } = useFormContext<ExamFormValues>()
  const papers = useWatch<ExamFormValues, 'papers'>({ name: 'papers' })
  const { errors } = useFormState<ExamFormValues>()
  const [open, setOpen] = useState<number | null>(null)
  const change = (next: FormPaper[]) => setValue('papers', next, { shouldDirty: true })
  const last = papers.at(-1)
  const add = (classId: string, day: Day) => {
    const { starts, ends } = papers.find((paper) => paper.classId === classId) ?? last ?? { starts: '10:00', ends: '13:00' }
    change([...papers, { id: null, classId, subject: '', day, starts, ends, sectionIds: [] }])
    setOpen(papers.length)
  }
  const shown = classes.filter(({ id }) => papers.some((paper) => paper.classId === id))
  const problem = errors.papers?.root?.message ?? errors.papers?.message
  return (
    <Stack gap={4} as="section" aria-labelledby="exam-papers">
      <Heading level={2} id="exam-papers">
        <Trans>Date sheet</Trans>
      </Heading>
      <PlaceSubjects
        classes={classes}
        papers={papers}
        term={term}
        holidays={holidays}
        onPlaced={(placed) => change([...papers, ...placed])}
      />
      {problem && <FieldHint error>{problem}</FieldHint>}
      {papers.length === 0 ? (
        <Text tone="quiet">
          <Trans>The days stand here, and under each class what it writes.</Trans>
        </Text>
      ) : (
        <DateSheetGrid
          classes={shown}
          papers={papers.map((paper, index) => ({
            index,
            classId: paper.classId,
            subject: paper.subject || t`New paper`,
            day: paper.day,
            starts: paper.starts.slice(0, 5),
            ends: paper.ends.slice(0, 5),
            sections: [],
            change: null,
            was: '',
            clashes: holidays.includes(paper.day) ? [t`Holiday`] : [],
            problems: Object.values(errors.papers?.[index] ?? {}).flatMap((error) =>
              typeof error === 'object' && error && 'message' in error && typeof error.message === 'string'
                ? [error.message]
                : [],
            ),
          }))}
          onOpen={setOpen}
          onAdd={add}
        />
      )}
      {open !== null && papers[open] && (
        <PaperDialog
          index={open}
          classes={classes}
          term={term}
          onRemove={() => {
            change(papers.toSpliced(open, 1))
            setOpen(null)
          }}
          onAddBatch={() => {
            const paper = papers[open]
            if (paper) add(paper.classId, paper.day)
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </Stack>
  )
}
