import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from '#ui/navigation.tsx'
import { languageOptions } from '#shared/languages.ts'
import { language } from '#shared/pageLanguage.ts'
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
import { allSections, defaultLateAfter } from '../reports.schema.ts'
import { reportTypeDefinition, type ReportType } from '../reportTypes.ts'
import { settingsFromAddress, formAddress, reportForm, commonRanges, defaultDays } from './reportForm.ts'
import { OrderReportDocument, ReportChoicesDocument, type ReportChoicesQuery } from './reports.graphql.ts'
import { Row } from '#ui/kit/Row.tsx'
import { ChipButton } from '#ui/kit/Chip.tsx'

type Choices = ReportChoicesQuery['reportChoices']

/** The form of one type of report, filled with the settings in the address. */
export function ReportForm({ type }: { type: ReportType }) {
  const { schoolId, termId, terms } = useActiveSchool()
  const [address] = useSearchParams()
  const settings = settingsFromAddress(address)
  // The first choices are those of the year that the form starts with.
  const firstTerm = terms.some((term) => term.id === settings.termId) ? settings.termId : termId
  const { data, error, refetch } = useQuery(ReportChoicesDocument, {
    variables: { schoolId, input: { termId: firstTerm } },
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={6} />
  // The key has no type, so entries stay when another type of the tab is chosen.
  return (
    <Form
      key={Object.values({ ...settings, firstTerm }).join(' ')}
      type={type}
      firstTerm={firstTerm}
      firstChoices={data.reportChoices}
    />
  )
}

function Form({ type, firstTerm, firstChoices }: { type: ReportType; firstTerm: string; firstChoices: Choices }) {
  const { schoolId, terms, viewer } = useActiveSchool()
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const settings = settingsFromAddress(address)
  const initialDays = defaultDays(type, firstChoices.today)
  const command = useCommandForm({
    schema: reportForm,
    mutation: OrderReportDocument,
    defaultValues: {
      reportType: type,
      section: settings.section || allSections,
      currentTerm: firstTerm,
      start: settings.start || initialDays.start,
      end: settings.end || initialDays.end,
      teacherId: settings.teacherId,
      lateAfter: settings.lateAfter || defaultLateAfter,
      language: settings.language || language,
      sendLink: false,
      email: firstChoices.email,
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
    onDone: ({ orderReport }, { section, currentTerm, start, end, teacherId, lateAfter, language: asked }) => {
      // The address keeps the settings, so that the way back leads to the same form.
      const filledForm = formAddress({
        type,
        start,
        end,
        termId: String(currentTerm),
        lateAfter: lateAfter ?? '',
        language: asked,
        section: section === null ? allSections : String(section),
        teacherId: teacherId ? String(teacherId) : '',
      })
      navigate(`${filledForm}&job=${orderReport.id}`)
    },
  })
  const { form } = command
  const shownType = useRef(type)
  useEffect(() => {
    if (shownType.current === type) return
    const previous = defaultDays(shownType.current, firstChoices.today)
    shownType.current = type
    form.setValue('reportType', type)
    const { start, end } = form.getValues()
    if (start !== previous.start || end !== previous.end) return
    const next = defaultDays(type, firstChoices.today)
    form.setValue('start', next.start)
    form.setValue('end', next.end)
  }, [type, firstChoices.today, form])
  const chosenTerm = form.watch('currentTerm')
  const { data } = useQuery(ReportChoicesDocument, { variables: { schoolId, input: { termId: chosenTerm } } })
  const choices = chosenTerm === firstTerm ? firstChoices : data?.reportChoices
  const section = form.watch('section')
  const isSectionGone =
    choices !== undefined && section !== '' && section !== allSections && !choices.sections.some(({ id }) => id === section)
  useEffect(() => {
    // A section belongs to one year, so it may be missing in the chosen one.
    if (isSectionGone) form.setValue('section', allSections)
  }, [isSectionGone, form])

  return (
    <CommandForm command={command} submitLabel={t`Make Report`}>
      <ChoiceField
        name="section"
        label={t`Section`}
        required
        loading={!choices}
        options={[
          { value: allSections, label: viewer.classIds ? t`All my sections` : t`All sections` },
          ...(choices?.sections ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <SelectField
        name="currentTerm"
        label={t`Year`}
        required
        options={terms.map(({ id, name, current }) => ({ value: id, label: current ? t`${name} (current)` : name }))}
      />
      {/* The helper texts reserve the line for an error, so that the fields below do not move. */}
      <DateField name="start" label={t`Start Date`} required hint={t`The first day`} />
      <DateField name="end" label={t`End Date`} required hint={t`The last day, included`} />
      <FormWide>
        <CommonRanges
          today={firstChoices.today}
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
          label={t`Teacher`}
          hint={t`Leave blank for everything, or choose whose view to report`}
          options={firstChoices.teachers.map(({ id, name, role }) => ({
            value: id,
            label: role === 'ADMIN' ? t`${name} (admin)` : name,
          }))}
        />
      )}
      {reportTypeDefinition(type).hasLateAfter && (
        <TimeField name="lateAfter" label={t`Late After`} required hint={t`Students who come in after this time are late`} />
      )}
      <SelectField name="language" label={t`Language`} options={languageOptions} />
      <LinkFields of={t`the report`} />
    </CommandForm>
  )
}

interface CommonRangesProps {
  today: string
  start: string
  end: string
  onDays: (days: { start: string; end: string }) => void
}

/** Chips for the most common ranges of days. */
function CommonRanges({ today, start, end, onDays }: CommonRangesProps) {
  return (
    <Row role="group" aria-label={t`Days`} gap={2} wrap>
      {commonRanges(today).map((range) => {
        const isChosen = range.start === start && range.end === end
        return <ChipButton key={range.label} label={range.label} pressed={isChosen} onClick={() => onDays(range)} />
      })}
    </Row>
  )
}
