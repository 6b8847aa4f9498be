import { useApolloClient, useQuery } from '@apollo/client/react'
import EditIcon from '@mui/icons-material/Edit'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { countWithNoun, plural } from '#shared/plural.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { genericMessage } from '#ui/problems.ts'
import { isDefiniteAnswer, unknownOutcomeMessage, useRequestKey } from '#ui/requestKey.ts'
import { canBeReversed, noSections, placeKey } from '../promotion.rules.ts'
import { PromoteSectionsDocument, PromotionTeachersDocument } from './promotion.graphql.ts'
import { batchAddress } from './PromotionList.tsx'
import { type NewSection, SectionDialog } from './SectionDialog.tsx'
import { SectionOptions, type SectionsChoice } from './SectionOptions.tsx'
import { EmptyState } from '#ui/states.tsx'
import { type FromSection, type Ground, titleOf } from './usePromotionGround.ts'

/** A section of the previous term with what the new one shall be. */
interface Row extends NewSection {
  from: FromSection
  there: boolean
  twice: boolean
  chosen: boolean
  teacherNames: string
}

/** The tab Promote Sections: which sections the new term gets, what they are called, who teaches them and what comes along. */
export function PromoteSections({ ground }: { ground: Ground }) {
  const { schoolId } = useActiveSchool()
  const [changes, setChanges] = useState<Readonly<Record<string, NewSection>>>({})
  const [picked, setPicked] = useState<Readonly<Record<string, boolean>>>({})
  const [choice, setChoice] = useState<SectionsChoice>({ subjects: true, books: true, smsNames: true, feeCategoryIds: null })
  const [editing, setEditing] = useState<FromSection | null>(null)
  const [asking, setAsking] = useState(false)
  const { data } = useQuery(PromotionTeachersDocument, { variables: { schoolId } })

  const rows = useMemo(() => rowsOf(ground, changes, picked, data?.teachers ?? []), [ground, changes, picked, data])
  const chosen = rows.filter((row) => row.chosen)
  const feeCategoryIds = choice.feeCategoryIds ?? ground.feeCategories.filter((one) => !one.there).map((one) => one.id)
  const columns = useMemo<Column<Row>[]>(
    () => columnsOf(ground.to.name, (row, on) => setPicked((before) => ({ ...before, [row.from.id]: on }))),
    [ground.to.name],
  )
  const actions = useMemo<RowAction<Row>[]>(
    () => [{ label: 'Edit Section', icon: EditIcon, onClick: (row) => setEditing(row.from) }],
    [],
  )
  if (ground.sections.length === 0)
    return <EmptyState text={noSections} hint={`${ground.from.name} has no sections that could be promoted.`} />
  const { promote } = ground.viewerCan
  const twice = chosen.some((row) => row.twice)
  const nothing = chosen.length + feeCategoryIds.length === 0
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Typography role="note">{canBeReversed}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography
          sx={{ flex: { xs: '1 1 100%', sm: '1 1 200px' } }}
        >{`${chosen.length} of ${countWithNoun(rows.length, 'section')} selected`}</Typography>
        <Button onClick={() => setPicked(Object.fromEntries(rows.map((row) => [row.from.id, true])))}>Select All</Button>
        <Button onClick={() => setPicked(Object.fromEntries(rows.map((row) => [row.from.id, false])))}>Select None</Button>
      </Box>
      <DataTable
        title={`SECTIONS OF ${ground.from.name}`}
        fileName="promote-sections"
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowName={rowName}
        actions={actions}
        empty={{ text: noSections }}
      />
      <SectionOptions ground={ground} choice={{ ...choice, feeCategoryIds }} onChange={setChoice} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Button variant="contained" size="large" disabled={!promote.allowed || nothing || twice} onClick={() => setAsking(true)}>
          Promote Sections
        </Button>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {promote.reason ??
            (twice ? 'Two of the selected sections have the same names.' : nothing ? 'Nothing is selected.' : '')}
        </Typography>
      </Box>
      {editing && (
        <SectionDialog
          section={rows.find((row) => row.from.id === editing.id) ?? start(editing)}
          from={editing}
          toName={ground.to.name}
          onSave={(section) => {
            setChanges((before) => ({ ...before, [editing.id]: section }))
            setEditing(null)
          }}
          onClose={() => setEditing(null)}
        />
      )}
      {asking && (
        <Question ground={ground} rows={chosen} choice={{ ...choice, feeCategoryIds }} onClose={() => setAsking(false)} />
      )}
    </Box>
  )
}

const rowId = (row: Row) => row.from.id
const rowName = (row: Row) => titleOf(row.from)

/** A section of the new term as long as nobody has changed it. */
function start(from: FromSection): NewSection {
  return { className: from.className, sectionName: from.name, teacherIds: from.teachers.map((teacher) => teacher.id) }
}

function rowsOf(
  ground: Ground,
  changes: Readonly<Record<string, NewSection>>,
  picked: Readonly<Record<string, boolean>>,
  teachers: readonly { id: string; name: string }[],
): Row[] {
  const there = new Set(ground.targets.map((target) => placeKey(target.className, target.name)))
  const names = new Map(
    [...teachers, ...ground.sections.flatMap((section) => section.teachers)].map(({ id, name }) => [id, name]),
  )
  const rows = ground.sections.map((from) => {
    const section = changes[from.id] ?? start(from)
    const isThere = there.has(placeKey(section.className, section.sectionName))
    return { ...section, from, there: isThere, twice: false, chosen: picked[from.id] ?? !isThere, teacherNames: '' }
  })
  const chosen = Map.groupBy(
    rows.filter((row) => row.chosen),
    (row) => placeKey(row.className, row.sectionName),
  )
  return rows.map((row) => ({
    ...row,
    twice: row.chosen && (chosen.get(placeKey(row.className, row.sectionName))?.length ?? 0) > 1,
    teacherNames: row.teacherIds.map((id) => names.get(id) ?? '').join(', '),
  }))
}

function columnsOf(toName: string, pick: (row: Row, on: boolean) => void): Column<Row>[] {
  return [
    {
      key: 'from',
      header: 'Section',
      value: (row) => titleOf(row.from),
      render: (row) => (
        <span>
          <Checkbox
            size="small"
            checked={row.chosen}
            onChange={(_, on) => pick(row, on)}
            slotProps={{ input: { 'aria-label': `Promote ${titleOf(row.from)}` } }}
            sx={{ my: -1, ml: -1 }}
          />
          {titleOf(row.from)}
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
        <Box component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center' }}>
          {`${row.className}-${row.sectionName}`}
          {row.twice ? (
            <Chip size="small" color="error" label="twice" />
          ) : (
            row.there && <Chip size="small" variant="outlined" label="there already" />
          )}
        </Box>
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
  ground: Ground
  rows: readonly Row[]
  choice: SectionsChoice & { feeCategoryIds: readonly string[] }
  onClose: () => void
}

/** The question before sections are promoted: how many of what, and what becomes of the previous term's teachers. */
function Question({ ground, rows, choice, onClose }: QuestionProps) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const navigate = useNavigate()
  const send = useRequestKey()
  const there = rows.filter((row) => row.there).length
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
  const { from, to } = ground

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
    const { data } = await send((key) =>
      client.mutate({ mutation: PromoteSectionsDocument, variables: { schoolId, input: { key, ...input } } }),
    )
    if (data) void navigate(batchAddress(data.promoteSections.id))
  }

  const comes = [
    ...(choice.subjects ? [[sum((row) => row.from.subjectCount), 'subject', 'subjects'] as const] : []),
    ...(choice.subjects && choice.books ? [[sum((row) => row.from.bookCount), 'book', 'books'] as const] : []),
    [choice.feeCategoryIds.length, 'fees category', 'fees categories'] as const,
  ].flatMap(([count, one, many]) => (count === 0 ? [] : [countWithNoun(count, one, many)]))
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
      <Typography>{canBeReversed}</Typography>
      <Typography sx={{ mt: 1 }}>
        {rows.length > 0 && `${countWithNoun(rows.length - there, 'section')} will be added to ${to.name}. `}
        {there > 0 &&
          `${there} ${plural(there, 'is', 'are')} there already and only ${plural(there, 'gets', 'get')} what is missing. `}
        {comes.length > 0 && `Along ${plural(comes.length, 'comes', 'come')} ${new Intl.ListFormat('en-IN').format(comes)}.`}
      </Typography>
      {rows.length > 0 && (
        <Typography sx={{ mt: 1 }}>
          The teachers of {ground.sections.length === 1 ? 'the one section' : `all ${ground.sections.length} sections`} of{' '}
          {from.name} are cleared. Students, marks and fees of {from.name} stay as they are.
        </Typography>
      )}
    </ConfirmDialog>
  )
}
