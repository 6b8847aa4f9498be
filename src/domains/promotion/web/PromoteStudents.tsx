import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { type SyntheticEvent, useMemo, useState } from 'react'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { ErrorState, EmptyState } from '#ui/states.tsx'
import type { PromotedRolls } from '#ui/generated/schema.types.ts'
import { likelyTarget } from '../promotion.rules.ts'
import { canBeReversed, noSections } from './promotionTexts.ts'
import { PreviewPromotionDocument, type PreviewPromotionQuery } from './promotion.graphql.ts'
import { PromotedFees } from './PromotedFees.tsx'
import { PromoteStudentsQuestion } from './PromoteStudentsQuestion.tsx'
import { StudentsDialog } from './StudentsDialog.tsx'
import { type FromSection, type PromotionContext, sectionLabel } from './usePromotionContext.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './PromoteStudents.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { PeopleIcon } from '#ui/kit/icons.ts'
import { Select } from '#ui/kit/Select.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'

type Preview = PreviewPromotionQuery['previewPromotion']

/** A section of the previous term with its target and the preview of its move. */
interface Row {
  from: FromSection
  /** The target section; '' skips the section. */
  targetId: string
  /** Undefined for a skipped section and while loading. */
  preview: Preview['sections'][number] | undefined
}

const rollLabels: Readonly<Record<PromotedRolls, string>> = {
  KEEP: t`Keep the rolls`,
  BY_NAME: t`New rolls by name, from 1`,
  NONE: t`None yet (0)`,
}

/** The tab Promote Students: selects the target of each section and the students kept back, with a preview. */
export function PromoteStudents({ context }: { context: PromotionContext }) {
  const { schoolId, school } = useActiveSchool()
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const [staying, setStaying] = useState<Readonly<Record<string, readonly string[]>>>({})
  const [rolls, setRolls] = useState<PromotedRolls>('KEEP')
  const [withFees, setWithFees] = useState(true)
  const [looking, setLooking] = useState<FromSection | null>(null)
  const [asking, setAsking] = useState(false)
  const targets = useMemo(() => targetsOf(context, chosen), [context, chosen])
  const moves = useMemo(
    () =>
      context.sections.flatMap(({ id, stayingIds: proposed }) => {
        const targetSectionId = targets.get(id)
        return targetSectionId ? [{ sectionId: id, targetSectionId, stayingIds: [...(staying[id] ?? proposed)] }] : []
      }),
    [context, targets, staying],
  )
  const feeCategories = school.flags.feesModule && withFees
  const plan = { termId: context.from.id, toTermId: context.to.id, moves, rolls, feeCategories }
  const { data, previousData, error, loading, refetch } = useQuery(PreviewPromotionDocument, {
    variables: { schoolId, input: plan },
    skip: moves.length === 0,
    fetchPolicy: 'network-only',
  })
  const preview = moves.length === 0 ? nothing : (data ?? previousData)?.previewPromotion
  const rows = useMemo(() => {
    const previews = new Map(preview?.sections.map((section) => [section.sectionId, section]))
    return context.sections.map((from): Row => {
      const targetId = targets.get(from.id) ?? ''
      const section = previews.get(from.id)
      return { from, targetId, preview: section?.targetSectionId === targetId ? section : undefined }
    })
  }, [context, targets, preview])
  const columns = useMemo(
    () => columnsOf(context, (row, targetId) => setChosen((before) => ({ ...before, [row.from.id]: targetId }))),
    [context],
  )
  const actions = useMemo<RowAction<Row>[]>(
    () => [{ label: t`Students`, icon: PeopleIcon, onClick: (row) => setLooking(row.from) }],
    [],
  )
  if (context.sections.length === 0)
    return <EmptyState text={noSections} hint={t`${context.from.name} has no sections to promote.`} />
  if (context.targets.length === 0)
    return (
      <EmptyState
        text={noSections}
        hint={t`${context.to.name} has no sections yet. Promote the sections first, or add them in “Classes”.`}
      />
    )
  const { promote } = context.viewerCan
  const proposed = context.sections.reduce((sum, { stayingIds }) => sum + stayingIds.length, 0)
  return (
    <div className={styles.grid}>
      <Text role="note">{canBeReversed}</Text>
      {proposed > 0 && (
        <Alert kind="info">
          {plural(proposed, {
            one: 'By the published results # student stays. Open “Students” of a section to see why, and to decide otherwise.',
            other: 'By the published results # students stay. Open “Students” of a section to see why, and to decide otherwise.',
          })}
        </Alert>
      )}
      <div className={styles.row}>
        <Select
          id="promoted-rolls"
          label={t`Roll Numbers`}
          value={rolls}
          onChange={(event) => setRolls(event.target.value as PromotedRolls)}
          className={styles.field}
        >
          {(Object.keys(rollLabels) as PromotedRolls[]).map((option) => (
            <option key={option} value={option}>
              {rollLabels[option]}
            </option>
          ))}
        </Select>
        {school.flags.feesModule && (
          <Checkbox
            checked={withFees}
            onChange={({ target: { checked: on } }) => setWithFees(on)}
            label={
              preview?.totals?.byRule
                ? t`Assign fees by rule, and what was given by hand by the same names`
                : t`Assign students to the fees categories of the same names`
            }
          />
        )}
      </div>
      <DataTable
        title={t`STUDENTS OF ${context.from.name}`}
        fileName="promote-students"
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowName={rowName}
        actions={actions}
        empty={{ text: noSections }}
      />
      {error && <ErrorState error={error} onRetry={() => void refetch().catch(() => undefined)} />}
      {preview && <Summary context={context} rows={rows} preview={preview} />}
      <Row gap={4} align="center" wrap>
        <Button
          variant="primary"
          size="large"
          disabled={!promote.allowed || loading || error !== undefined || (preview?.moving ?? 0) === 0}
          onClick={() => setAsking(true)}
        >
          <Trans>Promote Students</Trans>
        </Button>
        <Text tone="quiet" size="small">
          {promote.reason ?? (preview?.moving === 0 ? t`No students to move.` : '')}
        </Text>
      </Row>
      {looking && (
        <StudentsDialog
          section={looking}
          targetSectionId={feeCategories ? targets.get(looking.id) : undefined}
          stayingIds={staying[looking.id] ?? looking.stayingIds}
          toName={context.to.name}
          onSave={(ids) => {
            setStaying((before) => ({ ...before, [looking.id]: ids }))
            setLooking(null)
          }}
          onClose={() => setLooking(null)}
        />
      )}
      {asking && preview && (
        <PromoteStudentsQuestion context={context} plan={plan} preview={preview} onClose={() => setAsking(false)} />
      )}
    </div>
  )
}

const nothing: Preview = { moving: 0, owing: 0, owed: 0, sections: [], fees: [], totals: null }
const rowId = (row: Row) => row.from.id
const rowName = (row: Row) => sectionLabel(row.from)

/** Returns the target of each section: the chosen one, else the section of the same name in the next class. */
function targetsOf(context: PromotionContext, chosen: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(context.sections.map((from) => [from.id, chosen[from.id] ?? likelyTarget(from, context.targets) ?? '']))
}

/** The totals of the preview, with warnings. */
function Summary({ context, rows, preview }: { context: PromotionContext; rows: readonly Row[]; preview: Preview }) {
  const sum = (value: (section: Preview['sections'][number]) => number) =>
    preview.sections.reduce((total, section) => total + value(section), 0)
  const blank = rows.filter((row) => row.targetId === '')
  const left = blank.reduce((total, row) => total + row.from.ready, 0)
  const twice = preview.sections.filter((section) => section.duplicateRolls.length > 0)
  const without = preview.fees.filter((fee) => !fee.there)
  const [staying, disabled, already] = [
    sum((section) => section.staying),
    sum((section) => section.disabled),
    sum((section) => section.already),
  ]
  const { moving, owing } = preview
  const owed = showMoney(preview.owed)
  const movingSections = preview.sections.filter((section) => section.moving > 0).length
  const toTerm = context.to.name
  const parts = [
    t`${plural(moving, { one: '# student', other: '# students' })} of ${plural(movingSections, { one: '# section', other: '# sections' })} move to ${toTerm}`,
    staying > 0 && t`${staying} stay`,
    disabled > 0 && plural(disabled, { one: '# disabled is not moved', other: '# disabled are not moved' }),
    already > 0 && plural(already, { one: `# is in ${toTerm} already`, other: `# are in ${toTerm} already` }),
    blank.length > 0 &&
      (left > 0
        ? t`${plural(blank.length, { one: '# section', other: '# sections' })} left blank with ${plural(left, { one: '# student', other: '# students' })}`
        : plural(blank.length, { one: '# section left blank', other: '# sections left blank' })),
  ].filter((part) => part !== false)
  const facts = parts.join(' · ')
  return (
    <div className={styles.summaryGrid}>
      <Text role="status">{t`${facts}.`}</Text>
      {twice.length > 0 && (
        <Alert kind="warning">
          {plural(twice.length, {
            one: 'In # section several students would have the same roll. Choose new rolls by name, or change them afterwards.',
            other:
              'In # sections several students would have the same roll. Choose new rolls by name, or change them afterwards.',
          })}
        </Alert>
      )}
      {owing > 0 && (
        <Alert kind="info">
          {plural(owing, {
            one: `# of them owes ${owed}. It stays on the student’s account and stands first there.`,
            other: `# of them owe ${owed}. It stays on their accounts and stands first there.`,
          })}
        </Alert>
      )}
      {preview.totals && <PromotedFees totals={preview.totals} />}
      {without.map(({ name, students }) => (
        <Alert key={name} kind="info">
          {plural(students, {
            one: `${toTerm} has no fees category ${name}: # student is not assigned.`,
            other: `${toTerm} has no fees category ${name}: # students are not assigned.`,
          })}
        </Alert>
      ))}
    </div>
  )
}

// Otherwise the grid would handle the arrow keys.
const stopPropagation = (event: SyntheticEvent) => event.stopPropagation()

function columnsOf(context: PromotionContext, choose: (row: Row, targetId: string) => void): Column<Row>[] {
  const titles = new Map(context.targets.map((target) => [target.id, sectionLabel(target)]))
  const figure = (key: string, header: string, value: (row: Row) => number | string): Column<Row> => ({
    key,
    header,
    value,
    numeric: true,
    flex: 0.6,
    minWidth: 90,
    phone: 'none',
  })
  return [
    {
      key: 'from',
      header: t`Section`,
      value: (row) => sectionLabel(row.from),
      render: (row) => (
        <span>
          {sectionLabel(row.from)}
          <Text as="span" size="small" className={styles.hint}>
            {phoneText(row)}
          </Text>
        </span>
      ),
      flex: 0.8,
      minWidth: 100,
      phone: 'title',
    },
    {
      key: 'to',
      header: t`To ${context.to.name}`,
      value: (row) => titles.get(row.targetId) ?? '',
      render: (row) => (
        <Select
          label={t`New section of ${sectionLabel(row.from)}`}
          hideLabel
          value={row.targetId}
          onChange={(event) => choose(row, event.target.value)}
          onKeyDown={stopPropagation}
          onClick={stopPropagation}
          className={styles.box}
        >
          <option value="">{t`Leave blank`}</option>
          {context.targets.map((target) => (
            <option key={target.id} value={target.id}>
              {sectionLabel(target)}
            </option>
          ))}
        </Select>
      ),
      flex: 1,
      minWidth: 150,
      phone: 'line',
    },
    {
      ...figure('moving', t`Moving`, (row) => (row.targetId === '' ? 0 : (row.preview?.moving ?? ''))),
      render: (row) => (row.targetId === '' ? '0' : (row.preview?.moving ?? '…')),
    },
    figure('staying', t`Staying`, (row) => (row.targetId === '' ? row.from.ready : (row.preview?.staying ?? ''))),
    figure('disabled', t`Disabled`, (row) => row.from.disabled),
    {
      key: 'already',
      header: t`Already there`,
      value: (row) => alreadyText(row),
      flex: 1,
      minWidth: 120,
      phone: 'none',
    },
    {
      key: 'rolls',
      header: t`Duplicate rolls`,
      value: (row) => row.preview?.duplicateRolls.join(', ') ?? '',
      flex: 1,
      minWidth: 130,
      phone: 'none',
    },
  ]
}

/** Formats the students already in the new term: "40 in 8-A", or only their number while loading. */
function alreadyText({ from, preview }: Row): string {
  if (!preview) return from.already === 0 ? '' : String(from.already)
  return preview.alreadyIn.map(({ title, count }) => t`${count} in ${title}`).join(', ')
}

/** Formats the figures of a row for a phone, which has no columns for them. */
function phoneText({ from, targetId, preview }: Row): string {
  if (targetId === '') return plural(from.ready, { one: '# student stays', other: '# students stay' })
  if (!preview) return ''
  const { moving, staying, disabled, already, duplicateRolls } = preview
  return [
    t`${moving} move`,
    staying > 0 && t`${staying} stay`,
    disabled > 0 && t`${disabled} disabled`,
    already > 0 && t`${already} there`,
    duplicateRolls.length > 0 && plural(duplicateRolls.length, { one: '# roll twice', other: '# rolls twice' }),
  ]
    .filter((part) => part !== false)
    .join(', ')
}
