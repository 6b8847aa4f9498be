import { useQuery } from '#ui/data/useQuery.ts'
import ExpandLessIcon from '@mui/icons-material/ExpandLess'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Collapse from '@mui/material/Collapse'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { FeeCategoryStudentsView } from '#ui/generated/schema.types.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { type FeeCategoryPlacesQuery, FeeCategoryStudentsDocument } from './assignments.graphql.ts'
import type { AssignmentControl, AssignmentTarget } from './useAssignment.tsx'

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
  const everybody = { ids: { classIds: [...classes.keys()] }, who: 'all classes' }
  return (
    <Box sx={{ '& > * + *': { borderTop: 1, borderColor: 'divider' } }}>
      {classes.size > 1 && (
        <Box sx={{ px: 2, py: 0.5, bgcolor: 'action.hover' }}>
          <SectionsCheckbox label="All classes" sections={allSections} target={everybody} assignment={assignment} strong />
        </Box>
      )}
      {[...classes].map(([classId, sections]) => (
        <Box key={classId} role="group" aria-label={`Class ${sections[0]?.className}`}>
          <Box sx={{ px: 2, pt: 0.5 }}>
            <SectionsCheckbox
              label={`Class ${sections[0]?.className}`}
              sections={sections}
              target={{ ids: { classIds: [classId] }, who: `class ${sections[0]?.className}` }}
              assignment={assignment}
              strong
            />
          </Box>
          <Box sx={{ pl: { xs: 3, sm: 5 }, pr: 1, pb: 0.5 }}>
            {sections.map((section) => (
              <Section key={section.sectionId} categoryId={categoryId} section={section} assignment={assignment} />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
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
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <SectionsCheckbox
            label={title}
            sections={[section]}
            target={{ ids: { sectionIds: [section.sectionId] }, who: title }}
            assignment={assignment}
          />
        </Box>
        <IconButton
          aria-label={`Students of ${title}`}
          aria-expanded={open}
          disabled={section.studentCount === 0}
          onClick={() => setOpen(!open)}
        >
          {open ? <ExpandLessIcon /> : <ExpandMoreIcon />}
        </IconButton>
      </Box>
      <Collapse in={open} unmountOnExit>
        <Box sx={{ pl: { xs: 1, sm: 4 }, pb: 1 }}>
          <StudentCheckboxes view={{ feeCategoryId: categoryId, sectionId: section.sectionId }} assignment={assignment} />
        </Box>
      </Collapse>
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
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <FormControlLabel
        disabled={students === 0}
        sx={{ flex: 1, minWidth: 0, mr: 0 }}
        control={
          <Checkbox
            checked={isChecked}
            indeterminate={assigned > 0 && !allAssigned && !isChecked}
            onChange={() => (allAssigned ? assignment.unassign(target, assigned) : assignment.assign(target))}
          />
        }
        label={<Typography sx={{ fontWeight: strong ? 600 : 400 }}>{label}</Typography>}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        {students === 0 ? 'no students' : `${assigned.toLocaleString('en-IN')} of ${students.toLocaleString('en-IN')}`}
      </Typography>
    </Box>
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
      <Typography role="status" sx={{ color: 'text.secondary', p: 1 }}>
        Nothing found
      </Typography>
    )
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))', columnGap: 2 }}>
      {students.map(({ studentId, name, roll, className, sectionName, registerNo, disabled, assigned }) => {
        const position = withSection ? `${className}-${sectionName} · roll ${roll}` : `roll ${roll}`
        const hint = [position, registerNo, disabled ? 'disabled' : ''].filter(Boolean).join(' · ')
        const target = { ids: { studentIds: [studentId] }, who: name }
        return (
          <FormControlLabel
            key={studentId}
            control={
              <Checkbox
                checked={assignment.isChecked(target, assigned)}
                onChange={() => (assigned ? assignment.unassign(target, 1) : assignment.assign(target))}
              />
            }
            label={
              <>
                {name}{' '}
                <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
                  {hint}
                </Typography>
              </>
            }
            sx={{ mr: 0, minWidth: 0, '& .MuiFormControlLabel-label': { overflowWrap: 'anywhere', minWidth: 0 } }}
          />
        )
      })}
    </Box>
  )
}
