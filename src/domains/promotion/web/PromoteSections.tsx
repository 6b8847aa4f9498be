import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { countWithNoun, plural } from '#shared/plural.ts'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { genericMessage } from '#ui/problems.ts'
import { isDefiniteAnswer, unknownOutcomeMessage, useRequestKey } from '#ui/requestKey.ts'
import { canBeReversed, noSections, sectionKey } from '../promotion.rules.ts'
import { PromoteSectionsDocument, PromotionTeachersDocument } from './promotion.graphql.ts'
import { batchAddress } from './PromotionList.tsx'
import { type NewSection, SectionDialog } from './SectionDialog.tsx'
import { SectionOptions, type SectionsChoice } from './SectionOptions.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { type FromSection, type PromotionContext, sectionLabel } from './usePromotionContext.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './PromoteSections.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { EditIcon } from '#ui/kit/icons.ts'
import { Chip } from '#ui/kit/Chip.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'

/** A section of the previous term with its planned section in the new term. */
interface Row extends NewSection {
  from: FromSection
  there: boolean
  twice: boolean
  chosen: boolean
  teacherNames: string
}

/** The tab Promote Sections: selects the sections to copy, their names, teachers and options. */
export function PromoteSections({ context }: { context: PromotionContext }) {
  const { schoolId } = useActiveSchool()
  const [changes, setChanges] = useState<Readonly<Record<string, NewSection>>>({})
  const [picked, setPicked] = useState<Readonly<Record<string, boolean>>>({})
  const [choice, setChoice] = useState<SectionsChoice>({ subjects: true, books: true, smsNames: true, feeCategoryIds: null })
  const [editing, setEditing] = useState<FromSection | null>(null)
  const [asking, setAsking] = useState(false)
  const { data } = useQuery(PromotionTeachersDocument, { variables: { schoolId } })

  const rows = useMemo(() => rowsOf(context, changes, picked, data?.teachers ?? []), [context, changes, picked, data])
  const chosen = rows.filter((row) => row.chosen)
  const feeCategoryIds = choice.feeCategoryIds ?? context.feeCategories.filter(({ there }) => !there).map(({ id }) => id)
  const columns = useMemo<Column<Row>[]>(
    () => columnsOf(context.to.name, (row, on) => setPicked((before) => ({ ...before, [row.from.id]: on }))),
    [context.to.name],
  )
  const actions = useMemo<RowAction<Row>[]>(
    () => [{ label: 'Edit Section', icon: EditIcon, onClick: (row) => setEditing(row.from) }],
    [],
  )
  if (context.sections.length === 0)
    return <EmptyState text={noSections} hint={`${context.from.name} has no sections to promote.`} />
  const { promote } = context.viewerCan
  const twice = chosen.some((row) => row.twice)
  const isEmpty = chosen.length + feeCategoryIds.length === 0
  return (
    <div className={styles.grid}>
      <Text role="note">{canBeReversed}</Text>
      <Row gap={2} align="center" wrap>
        <Text className={styles.text}>{`${chosen.length} of ${countWithNoun(rows.length, 'section')} selected`}</Text>
        <Button variant="quiet" onClick={() => setPicked(Object.fromEntries(rows.map((row) => [row.from.id, true])))}>
          Select All
        </Button>
        <Button variant="quiet" onClick={() => setPicked(Object.fromEntries(rows.map((row) => [row.from.id, false])))}>
          Select None
        </Button>
      </Row>
      <DataTable
        title={`SECTIONS OF ${context.from.name}`}
        fileName="promote-sections"
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowName={rowName}
        actions={actions}
        empty={{ text: noSections }}
      />
      <SectionOptions context={context} choice={{ ...choice, feeCategoryIds }} onChange={setChoice} />
      <Row gap={4} align="center" wrap>
        <Button variant="primary" size="large" disabled={!promote.allowed || isEmpty || twice} onClick={() => setAsking(true)}>
          Promote Sections
        </Button>
        <Text tone="quiet" size="small">
          {promote.reason ??
            (twice ? 'Two of the selected sections have the same names.' : isEmpty ? 'Nothing is selected.' : '')}
        </Text>
      </Row>
      {editing && (
        <SectionDialog
          section={rows.find((row) => row.from.id === editing.id) ?? defaultSection(editing)}
          from={editing}
          toName={context.to.name}
          onSave={(section) => {
            setChanges((before) => ({ ...before, [editing.id]: section }))
            setEditing(null)
          }}
          onClose={() => setEditing(null)}
        />
      )}
      {asking && (
        <Question context={context} rows={chosen} choice={{ ...choice, feeCategoryIds }} onClose={() => setAsking(false)} />
      )}
    </div>
  )
}

const rowId = (row: Row) => row.from.id
const rowName = (row: Row) => sectionLabel(row.from)

/** Returns the default section of the new term: same names and teachers. */
function defaultSection(from: FromSection): NewSection {
  return { className: from.className, sectionName: from.name, teacherIds: from.teachers.map((teacher) => teacher.id) }
}

function rowsOf(
  context: PromotionContext,
  changes: Readonly<Record<string, NewSection>>,
  picked: Readonly<Record<string, boolean>>,
  teachers: readonly { id: string; name: string }[],
): Row[] {
  const there = new Set(context.targets.map((target) => sectionKey(target.className, target.name)))
  const names = new Map(
    [...teachers, ...context.sections.flatMap((section) => section.teachers)].map(({ id, name }) => [id, name]),
  )
  const rows = context.sections.map((from) => {
    const section = changes[from.id] ?? defaultSection(from)
    const isThere = there.has(sectionKey(section.className, section.sectionName))
    return { ...section, from, there: isThere, twice: false, chosen: picked[from.id] ?? !isThere, teacherNames: '' }
  })
  const chosen = Map.groupBy(
    rows.filter((row) => row.chosen),
    (row) => sectionKey(row.className, row.sectionName),
  )
  return rows.map((row) => ({
    ...row,
    twice: row.chosen && (chosen.get(sectionKey(row.className, row.sectionName))?.length ?? 0) > 1,
    teacherNames: row.teacherIds.map((id) => names.get(id) ?? '').join(', '),
  }))
}

function columnsOf(toName: string, pick: (row: Row, on: boolean) => void): Column<Row>[] {
  return [
    {
      key: 'from',
      header: 'Section',
      value: (row) => sectionLabel(row.from),
      render: (row) => (
        <span>
          <Checkbox
            checked={row.chosen}
            onChange={({ target: { checked: on } }) => pick(row, on)}
            className={styles.box}
            aria-label={`Promote ${sectionLabel(row.from)}`}
          />
          {sectionLabel(row.from)}
        </span>
      ),
      flex: 0.9,
      minWidth: 120,
      phone: 'title',
    },
    {
      key: 'to',
      header: `In ${toName}`,
      value: (row) => `${row.className}-${row.sectionName}`,
      render: (row) => (
        <span className={styles.sectionName}>
          {`${row.className}-${row.sectionName}`}
          {row.twice ? <Chip tone="bad" label="twice" /> : row.there && <Chip outlined label="exists" />}
        </span>
      ),
      flex: 1.1,
      minWidth: 160,
      phone: 'line',
    },
    { key: 'teachers', header: 'Teachers', value: (row) => row.teacherNames, flex: 1.6, minWidth: 160, phone: 'line' },
    { key: 'sr', header: 'Sr', value: (row) => row.from.sr, numeric: true, flex: 0.4, minWidth: 70, phone: 'none' },
    {
      key: 'subjects',
      header: 'Subjects',
      value: (row) => row.from.subjectCount,
      numeric: true,
      flex: 0.5,
      minWidth: 90,
      phone: 'none',
    },
    { key: 'books', header: 'Books', value: (row) => row.from.bookCount, numeric: true, flex: 0.5, minWidth: 80, phone: 'none' },
  ]
}

interface QuestionProps {
  context: PromotionContext
  rows: readonly Row[]
  choice: SectionsChoice & { feeCategoryIds: readonly string[] }
  onClose: () => void
}

/**
 * The question before sections are promoted: the numbers of rows, and that the previous term's teachers are cleared.
 */
function Question({ context, rows, choice, onClose }: QuestionProps) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const navigate = useNavigate()
  const withKey = useRequestKey()
  const there = rows.filter((row) => row.there).length
  const sum = (value: (row: Row) => number) => rows.reduce((total, row) => total + value(row), 0)
  const { from, to } = context

  async function promote() {
    const input = {
      termId: from.id,
      toTermId: to.id,
      subjects: choice.subjects,
      books: choice.books && choice.subjects,
      smsNames: choice.smsNames,
      feeCategoryIds: [...choice.feeCategoryIds],
      sections: rows.map(({ from: { id: sectionId }, className, sectionName, teacherIds }) => ({
        sectionId,
        className,
        sectionName,
        teacherIds: [...teacherIds],
      })),
    }
    const data = await withKey((key) => sendCommand(PromoteSectionsDocument, { schoolId, input: { key, ...input } }))
    void navigate(batchAddress(data.promoteSections.id))
  }

  const copied = [
    ...(choice.subjects ? [[sum((row) => row.from.subjectCount), 'subject', 'subjects'] as const] : []),
    ...(choice.subjects && choice.books ? [[sum((row) => row.from.bookCount), 'book', 'books'] as const] : []),
    [choice.feeCategoryIds.length, 'fees category', 'fees categories'] as const,
  ].flatMap(([count, singular, many]) => (count === 0 ? [] : [countWithNoun(count, singular, many)]))
  return (
    <ConfirmDialog
      open
      title="Promote Sections?"
      confirmLabel="Promote Sections"
      onConfirm={promote}
      onClose={onClose}
      failureMessage={(message, failure) =>
        isDefiniteAnswer(failure) ? message : failure.expected ? genericMessage(failure) : unknownOutcomeMessage
      }
    >
      <Text>{canBeReversed}</Text>
      <Text className={styles.spaced}>
        {rows.length > 0 && `${countWithNoun(rows.length - there, 'section')} will be added to ${to.name}. `}
        {there > 0 && `${there} ${plural(there, 'exists', 'exist')} already; missing subjects, books and teachers are added. `}
        {copied.length > 0 && `Also copied: ${joinWithAnd(copied)}.`}
      </Text>
      {rows.length > 0 && (
        <Text className={styles.spaced}>
          The teachers of {context.sections.length === 1 ? 'the one section' : `all ${context.sections.length} sections`} of{' '}
          {from.name} are cleared. Students, marks and fees of {from.name} do not change.
        </Text>
      )}
    </ConfirmDialog>
  )
}
