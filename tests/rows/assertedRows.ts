import { join } from 'node:path'
import { type Node, type SourceFile, type TaggedTemplateExpression, type TypeNode } from 'typescript/unstable/ast'
import {
  isCallExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  isTaggedTemplateExpression,
} from 'typescript/unstable/ast/is'
import { API, type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/async'

/** What a value of a TypeScript type looks like, as JSON. */
export type Shape =
  | { kind: 'anything' | 'string' | 'number' | 'boolean' | 'bigint' | 'undefined' | 'date' | 'bytes' }
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'list' | 'record'; of: Shape }
  | { kind: 'tuple' | 'union' | 'all'; of: Shape[] }
  | { kind: 'object'; fields: Record<string, Shape> }

/** One `sql<T>` or `statement<T>` of the sources: nothing but its author says that PostgreSQL answers a T. */
export interface AssertedRow {
  /** The file and its line. */
  place: string
  /** As it is written. */
  type: string
  /** The texts between the values, see `keyOf`. */
  key: string
  shape: Shape
}

const root = join(import.meta.dirname, '../..')

/** Returns what an assertion is found by: its texts without the values between them. */
export function keyOf(texts: readonly string[]): string {
  return texts.join('${}')
}

/** Returns every `sql<T>` and `statement<T>` of the server's sources, with what T means. Takes some three seconds. */
export async function assertedRows(config = join(root, 'tsconfig.server.json')): Promise<AssertedRow[]> {
  const api = new API({ cwd: root })
  try {
    const snapshot = await api.updateSnapshot({ openProjects: [config] })
    const [project] = snapshot.getProjects()
    if (!project) throw new Error(`TypeScript does not know ${config}.`)
    const names = await project.program.getSourceFileNames()
    const files = await Promise.all(
      names.filter((name) => name.startsWith(`${root}/src/`)).map((name) => project.program.getSourceFile(name)),
    )
    const found = files.flatMap((file) => (file && /\b(sql|statement)</.test(file.text) ? assertionsIn(file) : []))
    return await Promise.all(
      found.map(async ({ type: node, ...assertion }) => {
        const type = await project.checker.getTypeFromTypeNode(node)
        return { ...assertion, type: node.getText(), shape: type ? await shapeOf(project.checker, type) : anything }
      }),
    )
  } finally {
    await api.close()
  }
}

interface Said {
  place: string
  key: string
  type: TypeNode
}

function assertionsIn(file: SourceFile): Said[] {
  const found: Said[] = []
  const visit = (node: Node): void => {
    const said = saidBy(node)
    if (said) {
      const line = file.text.slice(0, node.getStart(file)).split('\n').length
      found.push({ place: `${file.fileName.slice(root.length + 1)}:${line}`, key: keyOf(said.texts), type: said.type })
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

/** Returns the texts and the type of an sql<T>`…` or a statement<T>('…'). */
function saidBy(node: Node): { texts: string[]; type: TypeNode } | undefined {
  if (isTaggedTemplateExpression(node) && isIdentifier(node.tag) && node.tag.text === 'sql' && node.typeArguments?.[0])
    return { texts: textsOf(node), type: node.typeArguments[0] }
  if (!isCallExpression(node) || !isIdentifier(node.expression) || node.expression.text !== 'statement') return undefined
  const [text] = node.arguments
  const [type] = node.typeArguments ?? []
  const isWhole = text && (isStringLiteral(text) || isNoSubstitutionTemplateLiteral(text))
  return isWhole && type ? { texts: [text.text], type } : undefined
}

function textsOf({ template }: TaggedTemplateExpression): string[] {
  if (isNoSubstitutionTemplateLiteral(template)) return [template.text]
  return [template.head.text, ...template.templateSpans.map((span) => span.literal.text)]
}

const anything: Shape = { kind: 'anything' }

const simple: readonly [flag: TypeFlags, shape: Shape][] = [
  [TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.StringMapping, { kind: 'string' }],
  [TypeFlags.Number, { kind: 'number' }],
  [TypeFlags.Boolean, { kind: 'boolean' }],
  [TypeFlags.BigInt, { kind: 'bigint' }],
  [TypeFlags.Null, { kind: 'literal', value: null }],
  [TypeFlags.Undefined | TypeFlags.Void, { kind: 'undefined' }],
  [TypeFlags.Never, { kind: 'union', of: [] }],
]

/** A type that contains itself, or depends on a type parameter, is anything. */
async function shapeOf(checker: Checker, type: Type, inside: readonly number[] = []): Promise<Shape> {
  if (inside.includes(type.id)) return anything
  return readShape(checker, type, (part) => shapeOf(checker, part, [...inside, type.id]))
}

async function readShape(checker: Checker, type: Type, of: (part: Type) => Promise<Shape>): Promise<Shape> {
  const primitive = simple.find(([flag]) => (type.flags & flag) !== 0)
  if (primitive) return primitive[1]
  if (type.isLiteralType()) return { kind: 'literal', value: type.value as string | number | boolean }
  if (type.isUnionType() || type.isIntersectionType()) {
    const parts = await Promise.all(((await type.getTypes()) ?? []).map(of))
    return { kind: type.isUnionType() ? 'union' : 'all', of: parts }
  }
  if (!type.isObjectType()) return anything
  if (await checker.isArrayType(type)) {
    const [element] = await checker.getTypeArguments(type as never)
    return element ? { kind: 'list', of: await of(element) } : anything
  }
  if (await checker.isTupleType(type))
    return { kind: 'tuple', of: await Promise.all((await checker.getTypeArguments(type as never)).map(of)) }
  const name = (await type.getSymbol())?.name
  if (name === 'Date') return { kind: 'date' }
  if (name === 'Buffer' || name === 'Uint8Array') return { kind: 'bytes' }
  const properties = await checker.getPropertiesOfType(type)
  const [index] = properties.length === 0 ? await checker.getIndexInfosOfType(type) : []
  if (index) return { kind: 'record', of: await of(index.valueType as Type) }
  const fields = await Promise.all(
    properties.map(async (property): Promise<[string, Shape]> => {
      const value = await checker.getTypeOfSymbol(property)
      const shape = value ? await of(value) : anything
      const isOptional = (property.flags & SymbolFlags.Optional) !== 0
      return [property.name, isOptional ? { kind: 'union', of: [shape, { kind: 'undefined' }] } : shape]
    }),
  )
  return { kind: 'object', fields: Object.fromEntries(fields) }
}
