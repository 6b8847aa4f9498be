/** HTML that is put into HTML as it is. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** HTML whose every value is escaped, except what this function itself made. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Markup | readonly Markup[])[]): Markup {
  const shown = values.map((value) => {
    if (value instanceof Markup) return value.text
    if (typeof value === 'object') return value.map((one) => one.text).join('')
    return String(value).replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`)
  })
  return new Markup(parts.map((part, place) => part + (shown[place] ?? '')).join(''))
}
