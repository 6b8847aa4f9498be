/** HTML that is inserted into HTML without escaping. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Builds HTML with every value escaped, except markup that this function made. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Markup | readonly Markup[])[]): Markup {
  const rendered = values.map((value) => {
    if (value instanceof Markup) return value.text
    if (typeof value === 'object') return value.map((markup) => markup.text).join('')
    return String(value).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
  })
  return new Markup(parts.map((part, index) => part + (rendered[index] ?? '')).join(''))
}
