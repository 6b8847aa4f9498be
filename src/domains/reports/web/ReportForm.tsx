import { useQuery } from '@apollo/client/react'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LinkFields } from '#ui/documents/LinkFields.tsx'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TimeField } from '#ui/forms/TimeField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { allSections, usualLateAfter } from '../reports.schema.ts'
import { reportFacts, type ReportType } from '../reportTypes.ts'
import { askedIn, formAddress, reportForm, spans, usualDays } from './reportForm.ts'
import { OrderReportDocument, ReportChoicesDocument, type ReportChoicesQuery } from './reports.graphql.ts'

type Choices = ReportChoicesQuery['reportChoices']

/** The form of one type of report, filled by the address where it says something. */
export function ReportForm({ type }: { type: ReportType }) {
  const { schoolId, termId, terms } = useActiveSchool()
  const [address] = useSearchParams()
  const asked = askedIn(address)
  // The choices of the form's year; the first are those of the year it begins with.
  const firstTerm = terms.some((term) => term.id === asked.termId) ? asked.termId : termId
  const { data, error, refetch } = useQuery(ReportChoicesDocument, {
    variables: { schoolId, input: { termId: firstTerm } },
    fetchPolicy: 'cache-and-network',
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={6} />
  // What was typed stays when another type of the tab is chosen.
  return (
    <Form key={Object.values({ ...asked, firstTerm }).join(' ')} type={type} firstTerm={firstTerm} first={data.reportChoices} />
  )
}

function Form({ type, firstTerm, first }: { type: ReportType; firstTerm: string; first: Choices }) {
  const { schoolId, terms, viewer } = useActiveSchool()
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const asked = askedIn(address)
  const usual = usualDays(type, first.today)
  const command = useCommandForm({
    schema: reportForm,
    mutation: OrderReportDocument,
    defaultValues: {
      reportType: type,
      section: asked.section || allSections,
      currentTerm: firstTerm,
      start: asked.start || usual.start,
      end: asked.end || usual.end,
      teacherId: asked.teacherId,
      lateAfter: asked.lateAfter || usualLateAfter,
      sendLink: false,
      email: first.email,
    },
    variables: ({ section, currentTerm, teacherId, ...order }, key) => ({
      schoolId,
      input: {
        ...order,
        key,
        section: section === null ? allSections : String(section),
        currentTerm: String(currentTerm),
        teacherId: teacherId ? String(teacherId) : null,
      },
    }),
    onDone: ({ orderReport }, { section, currentTerm, start, end, teacherId, lateAfter }) => {
      // The way back leads to the form as it was sent.
      const sent = formAddress({
        type,
        start,
        end,
        termId: String(currentTerm),
        lateAfter: lateAfter ?? '',
        section: section === null ? allSections : String(section),
        teacherId: teacherId ? String(teacherId) : '',
      })
      void navigate(`${sent}&job=${orderReport.id}`)
    },
  })
  const { form } = command
  const shownType = useRef(type)
  useEffect(() => {
    if (shownType.current === type) return
    const was = usualDays(shownType.current, first.today)
    shownType.current = type
    form.setValue('reportType', type)
    const { start, end } = form.getValues()
    if (start !== was.start || end !== was.end) return
    const usualNow = usualDays(type, first.today)
    form.setValue('start', usualNow.start)
    form.setValue('end', usualNow.end)
  }, [type, first.today, form])
  const chosenTerm = form.watch('currentTerm')
  const { data } = useQuery(ReportChoicesDocument, { variables: { schoolId, input: { termId: chosenTerm } } })
  const choices = chosenTerm === firstTerm ? first : data?.reportChoices
  const section = form.watch('section')
  const gone =
    choices !== undefined && section !== '' && section !== allSections && !choices.sections.some(({ id }) => id === section)
  useEffect(() => {
    // A section belongs to one year.
    if (gone) form.setValue('section', allSections)
  }, [gone, form])

  return (
    <CommandForm command={command} submitLabel="Make Report">
      <ChoiceField
        name="section"
        label="Section"
        required
        loading={!choices}
        options={[
          { value: allSections, label: viewer.classIds ? 'All my sections' : 'All sections' },
          ...(choices?.sections ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <SelectField
        name="currentTerm"
        label="Year"
        required
        options={terms.map(({ id, name, current }) => ({ value: id, label: current ? `${name} (current)` : name }))}
      />
      {/* With a line below them that a message takes over, what is under them stays in its place. */}
      <DateField name="start" label="Start Date" required helperText="The first day" />
      <DateField name="end" label="End Date" required helperText="The last day, included" />
      <FormWide>
        <Days
          today={first.today}
          start={form.watch('start')}
          end={form.watch('end')}
          onDays={({ start, end }) => {
            form.setValue('start', start, { shouldValidate: true })
            form.setValue('end', end, { shouldValidate: true })
          }}
        />
      </FormWide>
      {viewer.role === 'SUPERADMIN' && (
        <ChoiceField
          name="teacherId"
          label="Teacher"
          helperText="Left blank, everything; else what this person sees"
          options={first.teachers.map(({ id, name, role }) => ({
            value: id,
            label: role === 'ADMIN' ? `${name} (admin)` : name,
          }))}
        />
      )}
      {reportFacts(type).asksLateAfter && (
        <TimeField name="lateAfter" label="Late After" required helperText="Who comes in after this is late" />
      )}
      <LinkFields of="the report" />
    </CommandForm>
  )
}

interface DaysProps {
  today: string
  start: string
  end: string
  onDays: (days: { start: string; end: string }) => void
}

/** The days that are asked for most, one click away. */
function Days({ today, start, end, onDays }: DaysProps) {
  return (
    <Box role="group" aria-label="Days" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {spans(today).map((span) => {
        const chosen = span.start === start && span.end === end
        return (
          <Chip
            key={span.label}
            label={span.label}
            color={chosen ? 'primary' : 'default'}
            variant={chosen ? 'filled' : 'outlined'}
            aria-pressed={chosen}
            onClick={() => onDays(span)}
          />
        )
      })}
    </Box>
  )
}
