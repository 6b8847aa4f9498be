import { useQuery } from '@apollo/client/react'
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
import type { Assign, Chosen } from './useAssign.tsx'

type Place = FeeCategoryPlacesQuery['feeCategoryPlaces'][number]

interface PlaceTreeProps {
  categoryId: string
  places: readonly Place[]
  assign: Assign
}

/** Classes with their sections, each with a box for all of its students; a section opens to its students. */
export function PlaceTree({ categoryId, places, assign }: PlaceTreeProps) {
  const classes = new Map<string, Place[]>()
  for (const place of places) classes.set(place.classId, [...(classes.get(place.classId) ?? []), place])
  const everybody = { ids: { classIds: [...classes.keys()] }, who: 'all classes' }
  return (
    <Box sx={{ '& > * + *': { borderTop: 1, borderColor: 'divider' } }}>
      {classes.size > 1 && (
        <Box sx={{ px: 2, py: 0.5, bgcolor: 'action.hover' }}>
          <PlaceCheck label="All classes" places={places} chosen={everybody} assign={assign} strong />
        </Box>
      )}
      {[...classes].map(([classId, sections]) => (
        <Box key={classId} role="group" aria-label={`Class ${sections[0]?.className}`}>
          <Box sx={{ px: 2, pt: 0.5 }}>
            <PlaceCheck
              label={`Class ${sections[0]?.className}`}
              places={sections}
              chosen={{ ids: { classIds: [classId] }, who: `class ${sections[0]?.className}` }}
              assign={assign}
              strong
            />
          </Box>
          <Box sx={{ pl: { xs: 3, sm: 5 }, pr: 1, pb: 0.5 }}>
            {sections.map((place) => (
              <Section key={place.sectionId} categoryId={categoryId} place={place} assign={assign} />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

function Section({ categoryId, place, assign }: { categoryId: string; place: Place; assign: Assign }) {
  const [open, setOpen] = useState(false)
  const title = `${place.className}-${place.sectionName}`
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <PlaceCheck
            label={title}
            places={[place]}
            chosen={{ ids: { sectionIds: [place.sectionId] }, who: title }}
            assign={assign}
          />
        </Box>
        <IconButton
          aria-label={`Students of ${title}`}
          aria-expanded={open}
          disabled={place.studentCount === 0}
          onClick={() => setOpen(!open)}
        >
          {open ? <ExpandLessIcon /> : <ExpandMoreIcon />}
        </IconButton>
      </Box>
      <Collapse in={open} unmountOnExit>
        <Box sx={{ pl: { xs: 1, sm: 4 }, pb: 1 }}>
          <StudentChecks view={{ feeCategoryId: categoryId, sectionId: place.sectionId }} assign={assign} />
        </Box>
      </Collapse>
    </>
  )
}

interface PlaceCheckProps {
  label: string
  places: readonly Place[]
  chosen: Chosen
  assign: Assign
  strong?: boolean
}

/** One box for all students of some sections: ticked when all pay, half when some do. */
function PlaceCheck({ label, places, chosen, assign, strong = false }: PlaceCheckProps) {
  const students = places.reduce((sum, place) => sum + place.studentCount, 0)
  const assigned = places.reduce((sum, place) => sum + place.assignedCount, 0)
  const all = students > 0 && assigned === students
  const ticked = assign.ticked(chosen, all)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <FormControlLabel
        disabled={students === 0}
        sx={{ flex: 1, minWidth: 0, mr: 0 }}
        control={
          <Checkbox
            checked={ticked}
            indeterminate={assigned > 0 && !all && !ticked}
            onChange={() => (all ? assign.takeOff(chosen, assigned) : assign.put(chosen))}
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

interface StudentChecksProps {
  view: FeeCategoryStudentsView
  /** Shows where each sits, where they are of several sections. */
  withSection?: boolean
  assign: Assign
}

/** Single students, each with a box. */
export function StudentChecks({ view, withSection = false, assign }: StudentChecksProps) {
  const { schoolId } = useActiveSchool()
  const { data, previousData, error, refetch } = useQuery(FeeCategoryStudentsDocument, {
    variables: { schoolId, input: view },
  })
  // While a search is typed, what was found last stays.
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
        const place = withSection ? `${className}-${sectionName} · roll ${roll}` : `roll ${roll}`
        const hint = [place, registerNo, disabled ? 'disabled' : ''].filter(Boolean).join(' · ')
        const chosen = { ids: { studentIds: [studentId] }, who: name }
        return (
          <FormControlLabel
            key={studentId}
            control={
              <Checkbox
                checked={assign.ticked(chosen, assigned)}
                onChange={() => (assigned ? assign.takeOff(chosen, 1) : assign.put(chosen))}
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
