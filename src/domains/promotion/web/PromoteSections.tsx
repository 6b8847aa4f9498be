import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo, useState } from 'react'
import { useNavigate } from '#ui/navigation.tsx'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { genericMessage } from '#ui/problems.ts'
import { isDefiniteAnswer, unknownOutcomeMessage, useRequestKey } from '#ui/requestKey.ts'
import { sectionKey } from '../promotion.rules.ts'
import { canBeReversed, noSections } from './promotionTexts.ts'
import { PromoteSectionsDocument, PromotionTeachersDocument } from './promotion.graphql.ts'
import { batchAddress } from './PromotionList.tsx'
import type { NewSection } from './SectionDialog.tsx'
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
import { later } from '#ui/kit/later.tsx'

const SectionDialog = later(async () => ({ default: (await import('./SectionDialog.tsx')).SectionDialog }))

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
    () => [{ label: t`Edit Section`, icon: EditIcon, onClick: (row) => setEditing(row.from) }],
    [],
  )
  if (context.sections.length === 0)
    return <EmptyState text={noSections} hint={t`${context.from.name} has no sections to promote.`} />
  const { promote } = context.viewerCan
  const twice = chosen.some((row) => row.twice)
  const isEmpty = chosen.length + feeCategoryIds.length === 0
  return (
    <div className={styles.grid}>
      <Text role="note">{canBeReversed}</Text>
      <Row gap={2} align="center" wrap>
        <Text
          className={styles.text}
        >{t`${chosen.length} of ${plural(rows.length, { one: '# section', other: '# sections' })} selected`}</Text>
        <Button variant="quiet" onClick={() => setPicked(Object.fromEntries(rows.map((row) => [row.from.id, true])))}>
          <Trans>Select All</Trans>
        </Button>
        <Button variant="quiet" onClick={() => setPicked(Object.fromEntries(rows.map((row) => [row.from.id, false])))}>
          <Trans>Select None</Trans>
        </Button>
      </Row>
      <DataTable
        title={t`SECTIONS OF ${context.from.name}`}
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
          <Trans>Promote Sections</Trans>
        </Button>
        <Text tone="quiet" size="small">
          {promote.reason ??
            (twice ? t`Two of the selected sections have the same names.` : isEmpty ? t`Nothing is selected.` : '')}
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
      header: t`Section`,
      value: (row) => sectionLabel(row.from),
      render: (row) => (
        <span>
          <Checkbox
            checked={row.chosen}
            onChange={({ target: { checked: on } }) => pick(row, on)}
            className={styles.box}
            aria-label={t`Promote ${sectionLabel(row.from)}`}
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
      header: t`In ${toName}`,
      value: (row) => `${row.className}-${row.sectionName}`,
      render: (row) => (
        <span className={styles.sectionName}>
          {`${row.className}-${row.sectionName}`}
          {row.twice ? <Chip tone="bad" label={t`twice`} /> : row.there && <Chip outlined label={t`exists`} />}
        </span>
      ),
      flex: 1.1,
      minWidth: 160,
      phone: 'line',
    },
    { key: 'teachers', header: t`Teachers`, value: (row) => row.teacherNames, flex: 1.6, minWidth: 160, phone: 'line' },
    { key: 'sr', header: t`Sr`, value: (row) => row.from.sr, numeric: true, flex: 0.4, minWidth: 70, phone: 'none' },
    {
      key: 'subjects',
      header: t`Subjects`,
      value: (row) => row.from.subjectCount,
      numeric: true,
      flex: 0.5,
      minWidth: 90,
      phone: 'none',
    },
    { key: 'books', header: t`Books`, value: (row) => row.from.bookCount, numeric: true, flex: 0.5, minWidth: 80, phone: 'none' },
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
    navigate(batchAddress(data.promoteSections.id))
  }

  const subjects = choice.subjects ? sum((row) => row.from.subjectCount) : 0
  const books = choice.subjects && choice.books ? sum((row) => row.from.bookCount) : 0
  const categories = choice.feeCategoryIds.length
  const copied = [
    subjects > 0 && plural(subjects, { one: '# subject', other: '# subjects' }),
    books > 0 && plural(books, { one: '# book', other: '# books' }),
    categories > 0 && plural(categories, { one: '# fees category', other: '# fees categories' }),
  ].filter((count) => count !== false)
  const copiedText = joinWithAnd(copied)
  const fromTerm = from.name
  const toTerm = to.name
  return (
    <ConfirmDialog
      open
      title={t`Promote Sections?`}
      confirmLabel={t`Promote Sections`}
      onConfirm={promote}
      onClose={onClose}
      failureMessage={(message, failure) =>
        isDefiniteAnswer(failure) ? message : failure.expected ? genericMessage(failure) : unknownOutcomeMessage
      }
    >
      <Text>{canBeReversed}</Text>
      <Text className={styles.spaced}>
        {rows.length > 0 &&
          t`${plural(rows.length - there, { one: '# section', other: '# sections' })} will be added to ${toTerm}.`}{' '}
        {there > 0 &&
          plural(there, {
            one: '# exists already; missing subjects, books and teachers are added.',
            other: '# exist already; missing subjects, books and teachers are added.',
          })}{' '}
        {copied.length > 0 && t`Also copied: ${copiedText}.`}
      </Text>
      {rows.length > 0 && (
        <Text className={styles.spaced}>
          <Plural
            value={context.sections.length}
            one={`The teachers of the one section of ${fromTerm} are cleared. Students, marks and fees of ${fromTerm} do not change.`}
            other={`The teachers of all # sections of ${fromTerm} are cleared. Students, marks and fees of ${fromTerm} do not change.`}
          />
        </Text>
      )}
    </ConfirmDialog>
  )
}
