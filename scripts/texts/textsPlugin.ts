import type { NodePath, PluginObj, types } from '@babel/core'
import macros from '@lingui/babel-plugin-lingui-macro'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { makeConfig } from '@lingui/conf'
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel'
import type { PluginOption } from 'vite'
import linguiConfig from '../lingui.config.ts'

/**
 * Returns the Vite plugin that puts the texts into the code: Lingui's macros become messages, a message without values
 * becomes a string, and any other is compiled now instead of in the browser (decision 0047).
 */
export function textsPlugin(): PluginOption {
  return babel({
    sourceMap: false,
    presets: [
      defineRolldownBabelPreset({
        preset: () => ({
          plugins: [[macros, { descriptorFields: 'message', linguiConfig: makeConfig(linguiConfig) }], putTexts],
        }),
        rolldown: { filter: { id: /\/src\/.*\.tsx?$/, code: /@lingui\/(core|react)\/macro/ } },
      }),
    ],
  })
}

/** Returns the names of a message's values, also of those inside plurals. */
function argumentsOf(compiled: CompiledMessage): string[] {
  return compiled.flatMap((part) => {
    if (typeof part === 'string') return []
    const [name, , cases] = part
    const inside = typeof cases === 'object' ? Object.values(cases as Record<string, unknown>) : []
    return [name, ...inside.flatMap((one) => (Array.isArray(one) ? argumentsOf(one as CompiledMessage) : []))]
  })
}

type Part = CompiledMessage[number]

/** Returns the forms of a plural; Lingui's compiler adds an offset, which no text of ours has. */
function formsOf(part: readonly unknown[]): Record<string, CompiledMessage | string> {
  const { offset, ...forms } = part[2] as Record<string, CompiledMessage | string> & { offset?: number }
  if (offset !== undefined) throw new Error('A plural with an offset is not supported (scripts/textsPlugin.ts).')
  return forms
}

/** Whether a part of a message is a plural whose forms have nothing but its count and words. */
function isPlainPlural(part: Part): boolean {
  if (typeof part === 'string' || part[1] !== 'plural') return false
  return Object.values(formsOf(part)).every((form) => typeof form === 'string' || form.every((one) => typeof one === 'string'))
}

/** Babel plugin that runs behind Lingui's macros. */
function putTexts({ types: t }: { types: typeof types }): PluginObj {
  const template = (strings: readonly string[], expressions: types.Expression[]) =>
    expressions.length === 0
      ? t.stringLiteral(strings.join(''))
      : t.templateLiteral(
          strings.map((raw, place) =>
            t.templateElement(
              { raw: raw.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`), cooked: raw },
              place === strings.length - 1,
            ),
          ),
          expressions,
        )
  /**
   * Returns the expression that a message without elements is: a string or a template, a plural in it a call of
   * `runtime.form` (src/ui/texts/texts.tsx).
   * @param isForm whether it is a form of a plural, in which `#` stands for the count
   */
  const inCode = (
    compiled: CompiledMessage | string,
    values: types.Expression | undefined,
    runtime: types.Expression,
    isForm = false,
  ): types.Expression | undefined => {
    const strings = ['']
    const expressions: types.Expression[] = []
    for (const part of compiled) {
      const expression = isForm && part === '#' ? shownCount() : expressionOf(part, values, runtime)
      if (expression === undefined) return undefined
      if (typeof expression === 'string') strings.push(`${strings.pop() ?? ''}${expression}`)
      else {
        expressions.push(expression)
        strings.push('')
      }
    }
    return template(strings, expressions)
  }
  // The forms are a function of the shown count, so that what is counted is worked out once.
  const shownCount = () => t.identifier('$count')
  const expressionOf = (part: Part, values: types.Expression | undefined, runtime: types.Expression) => {
    if (typeof part === 'string') return part
    const [name, type] = part
    const value = t.isObjectExpression(values) ? propertyOf(values, name)?.value : undefined
    if (!t.isExpression(value)) return undefined
    if (type === undefined) return t.cloneNode(value)
    return type === 'plural' ? pluralOf(value, formsOf(part), values, runtime) : undefined
  }
  const pluralOf = (
    value: types.Expression,
    cases: Record<string, CompiledMessage | string>,
    values: types.Expression | undefined,
    runtime: types.Expression,
  ) => {
    const forms = Object.entries(cases).map(([key, form]) => [key, inCode(form, values, runtime, true)] as const)
    if (forms.some(([, form]) => !form)) return undefined
    const all = t.objectExpression(forms.map(([key, form]) => t.objectProperty(t.valueToNode(key), form as types.Expression)))
    return t.callExpression(t.memberExpression(t.cloneNode(runtime), t.identifier('form')), [
      t.cloneNode(value),
      t.arrowFunctionExpression([shownCount()], all),
    ])
  }
  const propertyOf = (node: types.ObjectExpression, name: string) =>
    node.properties.find((one) => t.isObjectProperty(one) && keyOf(one) === name) as types.ObjectProperty | undefined
  const keyOf = ({ key }: types.ObjectProperty) =>
    t.isIdentifier(key) ? key.name : t.isStringLiteral(key) || t.isNumericLiteral(key) ? String(key.value) : undefined
  /**
   * Compiles a message, and takes out its id, which only a catalogue in the browser would need. Returns the expression
   * that can stand in its place; undefined when it needs Lingui at run time.
   * @param runtime what has `form`: Lingui's `i18n` or `Trans`
   */
  const compile = (node: types.Node | null | undefined, runtime: types.Expression): types.Expression | undefined => {
    if (!t.isObjectExpression(node)) return undefined
    const [id, message] = [propertyOf(node, 'id'), propertyOf(node, 'message')]
    if (!id || !message || !t.isStringLiteral(message.value)) return undefined
    const compiled = compileMessageOrThrow(message.value.value)
    const values = propertyOf(node, 'values')?.value
    for (const name of argumentsOf(compiled))
      if (!t.isObjectExpression(values) || !propertyOf(values, name))
        throw new Error(
          `The text "${message.value.value}" has no value for {${name}}. Braces that people shall see are written '{'.`,
        )
    const expression = propertyOf(node, 'components')
      ? undefined
      : inCode(compiled, values as types.Expression | undefined, runtime)
    const parts = t.isObjectExpression(values) ? compiled.map((part) => withoutPlural(part, values, runtime)) : compiled
    message.value = t.valueToNode(parts) as types.Expression
    node.properties.splice(node.properties.indexOf(id), 1)
    return expression
  }
  /** Returns a plural of counts and words as a value of its message, put into `values`; any other part as it is. */
  const withoutPlural = (part: Part, values: types.ObjectExpression, runtime: types.Expression): Part => {
    if (!isPlainPlural(part)) return part
    const form = expressionOf(part, values, runtime)
    if (!form || typeof form === 'string') return part
    const name = `form${values.properties.length}`
    values.properties.push(t.objectProperty(t.identifier(name), form))
    return [name]
  }
  return {
    visitor: {
      CallExpression(path: NodePath<types.CallExpression>) {
        const { callee } = path.node
        if (!t.isMemberExpression(callee) || !t.isIdentifier(callee.property, { name: '_' })) return
        const expression = compile(path.node.arguments[0], callee.object as types.Expression)
        if (expression) path.replaceWith(expression)
      },
      JSXSpreadAttribute(path: NodePath<types.JSXSpreadAttribute>) {
        const opening = path.parent
        if (!t.isJSXOpeningElement(opening) || !t.isJSXIdentifier(opening.name)) return
        const expression = compile(path.node.argument, t.identifier(opening.name.name))
        const element = path.parentPath.parentPath
        // A value of an element's message may be an element itself.
        if (!t.isStringLiteral(expression) || !element) return
        element.replaceWith(t.isJSX(element.parent) ? t.jsxExpressionContainer(expression) : expression)
      },
    },
  }
}
