import type { CreateOrderMutation } from './family.graphql.ts'

/** Leaves the page by posting the form to the gateway, which requires a post by the browser. */
export function postToGateway({ action, fields }: CreateOrderMutation['createOrder']): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  form.hidden = true
  for (const { name, value } of fields) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
