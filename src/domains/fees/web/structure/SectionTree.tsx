import { showCount } from '#shared/counts.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useState } from 'react'
import type { FeeCategoryStudentsView } from '#ui/generated/schema.types.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { type FeeCategoryPlacesQuery, FeeCategoryStudentsDocument } from './assignments.graphql.ts'
import type { AssignmentControl, AssignmentTarget } from './useAssignment.tsx'
import { Row } from '#ui/kit/Row.tsx'
import styles from './SectionTree.module.css'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { ExpandLessIcon, ExpandMoreIcon } from '#ui/kit/icons.ts'
import { Checkbox } from '#ui/kit/Checkbox.tsx'

type SectionCount = FeeCategoryPlacesQuery['feeCategoryPlaces'][number]

interface SectionTreeProps {
  categoryId: string
  sections: readonly SectionCount[]
  assignment: AssignmentControl
}

/** Classes with their sections, each with a checkbox for all its students. A section expands to its students. */
export function SectionTree({ categoryId, sections: allSections, assignment }: SectionTreeProps) {
  const classes = new Map<string, SectionCount[]>()
  for (const section of allSections) classes.set(section.classId, [...(classes.get(section.classId) ?? []), section])
  const everybody: AssignmentTarget = { ids: { classIds: [...classes.keys()] }, who: { all: true } }
  return (
    <div className={styles.box}>
      {classes.size > 1 && (
        <div className={styles.allClasses}>
          <SectionsCheckbox label={t`All classes`} sections={allSections} target={everybody} assignment={assignment} strong />
        </div>
      )}
      {[...classes].map(([classId, sections]) => (
        <div key={classId} role="group" aria-label={t`Class ${sections[0]?.className ?? ''}`}>
          <div className={styles.class}>
            <SectionsCheckbox
              label={t`Class ${sections[0]?.className ?? ''}`}
              sections={sections}
              target={{ ids: { classIds: [classId] }, who: { className: sections[0]?.className ?? '' } }}
              assignment={assignment}
              strong
            />
          </div>
          <div className={styles.sections}>
            {sections.map((section) => (
              <Section key={section.sectionId} categoryId={categoryId} section={section} assignment={assignment} />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

function Section({
  categoryId,
  section,
  assignment,
}: {
  categoryId: string
  section: SectionCount
  assignment: AssignmentControl
}) {
  const [open, setOpen] = useState(false)
  const title = `${section.className}-${section.sectionName}`
  return (
    <>
      <Row gap={2} align="center">
        <div className={styles.fill}>
          <SectionsCheckbox
            label={title}
            sections={[section]}
            target={{ ids: { sectionIds: [section.sectionId] }, who: { name: title } }}
            assignment={assignment}
          />
        </div>
        <IconButton
          aria-label={t`Students of ${title}`}
          aria-expanded={open}
          disabled={section.studentCount === 0}
          onClick={() => setOpen(!open)}
        >
          {open ? <ExpandLessIcon /> : <ExpandMoreIcon />}
        </IconButton>
      </Row>
      {open && (
        <div className={styles.sectionBox}>
          <StudentCheckboxes view={{ feeCategoryId: categoryId, sectionId: section.sectionId }} assignment={assignment} />
        </div>
      )}
    </>
  )
}

interface SectionsCheckboxProps {
  label: string
  sections: readonly SectionCount[]
  target: AssignmentTarget
  assignment: AssignmentControl
  strong?: boolean
}

/** A checkbox for all students of some sections: checked when all pay, indeterminate when some do. */
function SectionsCheckbox({ label, sections, target, assignment, strong = false }: SectionsCheckboxProps) {
  const students = sections.reduce((sum, section) => sum + section.studentCount, 0)
  const assigned = sections.reduce((sum, section) => sum + section.assignedCount, 0)
  const allAssigned = students > 0 && assigned === students
  const isChecked = assignment.isChecked(target, allAssigned)
  return (
    <Row gap={2} align="center">
      <Checkbox
        checked={isChecked}
        indeterminate={assigned > 0 && !allAssigned && !isChecked}
        onChange={() => (allAssigned ? assignment.unassign(target, assigned) : assignment.assign(target))}
        disabled={students === 0}
        className={styles.sectionsCheckboxBox}
        label={strong ? <b className={styles.strong}>{label}</b> : label}
      />
      <Text size="small" className={styles.hint}>
        {students === 0 ? t`no students` : t({ message: `${showCount(assigned)} of ${showCount(students)}`, context: 'a count' })}
      </Text>
    </Row>
  )
}

interface StudentCheckboxesProps {
  view: FeeCategoryStudentsView
  /** Shows each student's section, for lists over several sections. */
  withSection?: boolean
  assignment: AssignmentControl
}

/** Students, each with a checkbox. */
export function StudentCheckboxes({ view, withSection = false, assignment }: StudentCheckboxesProps) {
  const { schoolId } = useActiveSchool()
  const { data, previousData, error, refetch } = useQuery(FeeCategoryStudentsDocument, {
    variables: { schoolId, input: view },
  })
  // The previous results stay while a search loads.
  const students = (data ?? previousData)?.feeCategoryStudents
  if (!students) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={4} />
  if (students.length === 0)
    return (
      <Text role="status" className={styles.studentCheckboxesHint}>
        <Trans>Nothing found</Trans>
      </Text>
    )
  return (
    <div className={styles.grid}>
      {students.map(({ studentId, name, roll, className, sectionName, registerNo, disabled, assigned, byRule, excepted }) => {
        const position = withSection ? t`${className}-${sectionName} · roll ${roll}` : t`roll ${roll}`
        const origin = assigned ? (byRule ? t`by rule` : t`by hand`) : excepted ? t`removed by hand` : ''
        const hint = [position, registerNo, disabled ? t`disabled` : '', origin].filter(Boolean).join(' · ')
        const target = { ids: { studentIds: [studentId] }, who: { name } }
        return (
          <Checkbox
            checked={assignment.isChecked(target, assigned)}
            onChange={() => (assigned ? assignment.unassign(target, 1) : assignment.assign(target))}
            key={studentId}
            label={
              <>
                {name}{' '}
                <Text tone="quiet" as="span" size="small">
                  {hint}
                </Text>
              </>
            }
            className={styles.studentCheckboxesBox}
          />
        )
      })}
    </div>
  )
}
