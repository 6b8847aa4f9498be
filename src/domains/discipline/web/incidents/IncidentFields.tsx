import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useEffect, useMemo, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { FormWide } from '#ui/forms/CommandForm.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { SwitchField } from '#ui/forms/SwitchField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { showPoints } from '../../discipline.rules.ts'
import { IncidentTypesDocument } from '../discipline.graphql.ts'

/** The fields of an incident. `currentType` is the type it has, which may be deleted by now. */
export function IncidentFields({ currentType }: { currentType?: { id: string; name: string } }) {
  const { schoolId } = useActiveSchool()
  const { data, error } = useQuery(IncidentTypesDocument, { variables: { schoolId } })
  const types = data?.incidentTypes
  const options = useMemo(() => {
    const choices = (types ?? []).map(({ id, name, points }) => ({
      value: id,
      label: `${name} (${showPoints(points)})`,
      group: points < 0 ? t`To be better` : t`Well done`,
    }))
    if (!currentType || choices.some((type) => type.value === currentType.id)) return choices
    return [...choices, { value: currentType.id, label: currentType.name, group: t`Deleted` }]
  }, [types, currentType])
  return (
    <>
      <ChoiceField
        name="typeId"
        label={t`Type`}
        required
        options={options}
        loading={!types && !error}
        {...(types?.length === 0 ? { hint: t`There are no types yet. The office adds them in the tab “Types”` } : {})}
      />
      <TextField
        name="points"
        label={t`Points`}
        required
        type="number"
        inputMode="text"
        autoComplete="off"
        hint={t`Above 0 for good conduct, below 0 for bad`}
      />
      <PointsOfType types={types ?? []} />
      <DateField name="day" label={t`Day`} required max={schoolDay(new Date())} />
      <TextField name="actionTaken" label={t`Action Taken`} autoComplete="off" maxLength={500} />
      <FormWide>
        <TextField name="note" label={t`Note`} lines={2} autoComplete="off" maxLength={1000} />
      </FormWide>
      <FormWide>
        <SwitchField
          name="notify"
          label={t`Tell the guardians`}
          hint={t`They may read all of this, so write nothing about other children`}
        />
      </FormWide>
    </>
  )
}

/** Sets the points when a type is chosen. */
function PointsOfType({ types }: { types: readonly { id: string; points: number }[] }) {
  const { setValue } = useFormContext()
  const typeId = useWatch({ name: 'typeId' }) as string
  const filledFor = useRef(typeId)
  useEffect(() => {
    if (typeId === filledFor.current) return
    const type = types.find((candidate) => candidate.id === typeId)
    if (!type) return
    filledFor.current = typeId
    setValue('points', String(type.points), { shouldValidate: true })
  }, [typeId, types, setValue])
  return null
}
