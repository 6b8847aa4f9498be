import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { parseSync, Visitor } from 'vite'
import type { Catalogue } from '#languages/catalogues.ts'
import { messageOf } from '#shared/texts.ts'

/**
 * The calls that stand in built code in the place of texts, until a language is put in (textsPlugin.ts):
 *
 * - `$text(message, values?, form?)` is a string.
 * - `$parts(message, values, components, form?)` are the properties of a `Trans`; `components` is null where it has
 *   none.
 *
 * `message` is the English text with its context (`keyOf`), `values` an object by the names of its placeholders, and
 * `form` the function that chooses the form of a plural (src/ui/texts/texts.tsx).
 */
export const marks = { text: '$text', parts: '$parts' } as const

/** A part of code, from its start to its end. */
interface Range {
  start: number
  end: number
}

interface Mark extends Range {
  kind: keyof typeof marks
  key: string
  values: ReadonlyMap<string, Range>
  components: Range | undefined
  form: Range | undefined
}

interface Replacement extends Range {
  code: string
}

/**
 * Returns code with the texts of a language in the place of its marks: a message without values is a string, one with
 * values a template, a plural a call of `form`.
 *
 * @throws when a text has a placeholder without a value, or is no message of ICU
 */
export function putTexts(code: string, catalogue: Catalogue): string {
  if (!code.includes(marks.text) && !code.includes(marks.parts)) return code
  const all = marksIn(code)
  const inside = ({ start, end }: Range): string => {
    const own = all.filter((mark) => mark.start >= start && mark.end <= end)
    const outermost = own.filter((mark) => !own.some((one) => one !== mark && one.start <= mark.start && one.end >= mark.end))
    return replaced(code, { start, end }, outermost.map(replacementOf))
  }
  const replacementOf = (mark: Mark): Replacement => {
    const text = new Text(mark, catalogue, inside)
    if (mark.kind === 'text') return { ...mark, code: text.expression() }
    // The only thing that is spread: its braces are not needed.
    const isAlone = code.slice(0, mark.start).endsWith('{...') && code[mark.end] === '}'
    return isAlone ? { start: mark.start - 4, end: mark.end + 1, code: text.properties() } : { ...mark, code: text.properties() }
  }
  return inside({ start: 0, end: code.length })
}

function replaced(code: string, { start, end }: Range, replacements: readonly Replacement[]): string {
  let [at, result] = [start, '']
  for (const one of replacements.toSorted((a, b) => a.start - b.start)) {
    result += code.slice(at, one.start) + one.code
    at = one.end
  }
  return result + code.slice(at, end)
}

/** Returns the marks of code, those inside others too. */
function marksIn(code: string): Mark[] {
  const found: Mark[] = []
  const { program, errors } = parseSync('code.js', code, { sourceType: 'module' })
  if (errors[0]) throw new Error(`Code with texts cannot be read: ${errors[0].message}`)
  new Visitor({
    CallExpression(node) {
      const { callee, start, end } = node
      const kind =
        callee.type === 'Identifier' && (Object.keys(marks) as Mark['kind'][]).find((one) => marks[one] === callee.name)
      if (!kind) return
      const [message, values, ...rest] = node.arguments
      const [components, form] = kind === 'parts' ? rest : [undefined, rest[0]]
      found.push({
        kind,
        start: start - pure(code, start),
        end,
        key: stringOf(message),
        values: propertiesOf(values),
        components: components?.type === 'ObjectExpression' ? components : undefined,
        form,
      })
    },
  }).visit(program)
  return found
}

/** Returns the length of the comment before a mark, by which an unused text is left out. */
function pure(code: string, start: number): number {
  return /\/\* ?@__PURE__ ?\*\/\s*$/.exec(code.slice(Math.max(0, start - 40), start))?.[0].length ?? 0
}

type Argument = { type: string } | undefined

function stringOf(node: Argument): string {
  if (node?.type === 'Literal') return String((node as unknown as { value: unknown }).value)
  const { quasis } = node as unknown as { quasis: [{ value: { cooked: string } }] }
  return quasis[0].value.cooked
}

function propertiesOf(node: Argument): ReadonlyMap<string, Range> {
  if (node?.type !== 'ObjectExpression') return new Map()
  const { properties } = node as unknown as { properties: { key: { name?: string; value?: unknown }; value: Range }[] }
  return new Map(properties.map(({ key, value }) => [String(key.name ?? key.value), value]))
}

type Part = CompiledMessage[number]

/** A text of a language, with the code of its values. */
class Text {
  readonly #parts: CompiledMessage
  readonly #codeOf: (range: Range) => string
  readonly #mark: Mark

  constructor(mark: Mark, catalogue: Catalogue, codeOf: (range: Range) => string) {
    const message = catalogue.get(mark.key) ?? messageOf(mark.key)
    try {
      this.#parts = compileMessageOrThrow(message)
    } catch (error) {
      throw new Error(`The text "${message}" is no message of ICU: ${String(error)}`, { cause: error })
    }
    this.#mark = mark
    this.#codeOf = codeOf
  }

  /** Returns the code of a string. */
  expression(): string {
    return this.#template(this.#parts, false)
  }

  /** Returns the code of an object: the message in parts, with its values and elements. */
  properties(): string {
    const values = new Map([...this.#mark.values].map(([name, range]) => [name, this.#codeOf(range)]))
    const parts = this.#parts.map((part) => {
      if (typeof part === 'string') return JSON.stringify(part)
      const [name, type] = part
      if (type === undefined) {
        this.#valueOf(name)
        return JSON.stringify([name])
      }
      // A plural is a value of its message.
      const form = `form${values.size}`
      values.set(form, this.#plural(part))
      return JSON.stringify([form])
    })
    const { components } = this.#mark
    return `{message:[${parts.join()}],values:${objectOf(values)}${components ? `,components:${this.#codeOf(components)}` : ''}}`
  }

  #valueOf(name: string): string {
    const range = this.#mark.values.get(name)
    if (range) return this.#codeOf(range)
    throw new Error(
      `The text "${messageOf(this.#mark.key)}" has no value for {${name}}. Braces that people shall see are written '{'.`,
    )
  }

  /**
   * Returns the code of a string of parts.
   * @param isForm whether it is a form of a plural, in which `#` stands for the count
   */
  #template(parts: CompiledMessage | string, isForm: boolean): string {
    if (typeof parts === 'string') return JSON.stringify(parts)
    const isCount = (part: Part) => isForm && part === '#'
    if (parts.every((part) => typeof part === 'string' && !isCount(part))) return JSON.stringify(parts.join(''))
    const inside = parts.map((part) => {
      if (isCount(part)) return '${$count}'
      if (typeof part === 'string') return part.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`)
      return `\${${part[1] === undefined ? this.#valueOf(part[0]) : this.#plural(part)}}`
    })
    return `\`${inside.join('')}\``
  }

  /**
   * Returns the call that chooses a form. The forms are a function of the shown count, so that it is worked out once.
   */
  #plural(part: Exclude<Part, string>): string {
    const [name, type, forms] = part
    const { offset, ...cases } = forms as unknown as Record<string, CompiledMessage | string> & { offset?: number }
    const { form, key } = this.#mark
    if (type !== 'plural' || offset !== undefined)
      throw new Error(`The text "${messageOf(key)}" has a ${type}, which is not supported.`)
    if (!form) throw new Error(`A translation of "${messageOf(key)}" has a plural, and the English text has none.`)
    const all = new Map(Object.entries(cases).map(([key, one]) => [key, this.#template(one, true)]))
    return `${this.#codeOf(form)}(${this.#valueOf(name)},$count=>(${objectOf(all)}))`
  }
}

function objectOf(properties: ReadonlyMap<string, string>): string {
  const key = (name: string) => (/^([a-z_$][\w$]*|\d+)$/i.test(name) ? name : JSON.stringify(name))
  return `{${[...properties].map(([name, code]) => `${key(name)}:${code}`).join()}}`
}
