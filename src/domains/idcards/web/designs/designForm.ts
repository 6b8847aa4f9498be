import { t } from '@lingui/core/macro'
import { z } from 'zod'
import { isDay } from '#shared/dates.ts'
import { fieldIsOf } from '../../cardFields.ts'
import { designForm as stored } from '../../idcards.schema.ts'
import type { CardDesignFragment } from '../idcards.graphql.ts'

/** The schema of the design form. Empty texts are stored as null. */
export const designForm = stored.extend({
  color: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, t`A colour such as #0b6e4f`)
    .transform((value) => value || null),
  validUntil: z
    .string()
    .refine((value) => value === '' || isDay(value), t`Please enter a date as DD/MM/YYYY`)
    .transform((value) => value || null),
})

export type DesignValues = z.input<typeof designForm>

/** Returns the initial values of a new design: what most schools print. */
export function newDesign(termName: string): DesignValues {
  return {
    name: '',
    holder: 'STUDENT',
    layout: 'CLASSIC',
    color: '',
    fields: ['CLASS', 'ROLL', 'BIRTHDATE', 'BLOOD_GROUP', 'PHONE', 'ADDRESS', 'QR'],
    backText: t`This card is the property of the school. If found, please return it to the school office.`,
    validUntil: termEnd(termName),
    signature: true,
  }
}

/** Returns the last day of a term named like '2026-27', because a school year ends with March; '' for other names. */
function termEnd(termName: string): string {
  const year = /(20\d\d)\s*[-–/]\s*(\d\d)/.exec(termName)?.[1]
  return year ? `${Number(year) + 1}-03-31` : ''
}

export function valuesOf(design: CardDesignFragment): DesignValues {
  const { name, holder, layout, color, fields, backText, validUntil, signature } = design
  return { name, holder, layout, color: color ?? '', fields: [...fields], backText, validUntil: validUntil ?? '', signature }
}

/** Returns the look of the typed values for the preview, with invalid ones replaced. */
export function previewLook(values: DesignValues, schoolColor: string) {
  const color = /^#[0-9a-f]{6}$/i.test(values.color) ? values.color.toLowerCase() : schoolColor
  return {
    ...values,
    color,
    fields: values.fields.filter((field) => fieldIsOf(field, values.holder)),
    validUntil: isDay(values.validUntil) ? values.validUntil : null,
  }
}
