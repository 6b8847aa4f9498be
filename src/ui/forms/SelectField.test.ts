import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { SelectField } from './SelectField.tsx'

const months = [{ value: 'APR', label: 'APR' }]

function Form({ month, emptyLabel }: { month: string; emptyLabel?: string }) {
  const form = useForm({ defaultValues: { month } })
  const field = { name: 'month', label: 'Month', options: months, ...(emptyLabel === undefined ? {} : { emptyLabel }) }
  return h(FormProvider, { ...form, children: h(SelectField, field) })
}

/** Returns the text that a closed list shows. */
const shown = (month: string, emptyLabel?: string) => {
  const html = renderToStaticMarkup(h(Form, { month, ...(emptyLabel === undefined ? {} : { emptyLabel }) }))
  return /<option[^>]*selected=""[^>]*>(.*?)<\/option>/.exec(html)?.[1]
}

test('None is shown as None in a one-time fee’s month', () => {
  expect(shown('', 'None')).toBe('None')
  expect(shown('APR', 'None')).toBe('APR')
})
