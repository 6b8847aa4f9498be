import {
  type ASTNode,
  defaultFieldResolver,
  type FieldNode,
  getNullableType,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  validate,
} from 'graphql'
import { documentProblem, lengthProblem, parseBounded } from './documentLimits.ts'

/** A document that asks one field of a root type for plain fields: scalars, enums and lists of them. */
export interface PlainDocument {
  /** The operation's own name. */
  operationName: string | undefined
  /**
   * Returns the JSON of the response for what the root field's resolver has returned.
   *
   * @throws when a value is not as the schema says
   */
  write(answer: object): string
}

/** Returns a document whose root field is the named one; null for one that is not plain, or not valid. */
export function plainDocument(schema: GraphQLSchema, rootField: string, source: string): PlainDocument | null {
  const operation = onlyOperation(schema, source)
  const [root, ...more] = operation?.selectionSet.selections ?? []
  if (!operation || !isPlain(root) || more.length > 0 || root.name.value !== rootField) return null
  const field = schema.getRootType(operation.operation)?.getFields()[rootField]
  const type = field && getNullableType(field.type)
  const selections = root.selectionSet?.selections ?? []
  if (!isObjectType(type) || !(root.arguments ?? []).every(isOwnVariable)) return null
  const writers = new Map<string, (answer: object) => string>()
  for (const selection of selections) {
    const selected =
      isPlain(selection) && !selection.arguments?.length && !selection.selectionSet
        ? type.getFields()[selection.name.value]
        : undefined
    const json = selected?.args.length === 0 ? jsonOf(selected.type) : undefined
    if (!selected || !json) return null
    const read = readerOf(selected)
    writers.set(selected.name, (answer) => `"${selected.name}":${json(read(answer))}`)
  }
  const all = [...writers.values()]
  return {
    operationName: operation.name?.value,
    write: (answer) => `{"data":{"${rootField}":{${all.map((write) => write(answer)).join()}}}}`,
  }
}

function onlyOperation(schema: GraphQLSchema, source: string) {
  if (lengthProblem(source)) return null
  const document = parseBounded(source)
  const [operation, ...others] = document.definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION || others.length > 0 || operation.directives?.length) return null
  return documentProblem(document) || validate(schema, document).length > 0 ? null : operation
}

function isPlain(selection: ASTNode | undefined): selection is FieldNode {
  return selection?.kind === Kind.FIELD && !selection.alias && !selection.directives?.length
}

/** Whether an argument is the variable of its own name. */
function isOwnVariable({ name, value }: NonNullable<FieldNode['arguments']>[number]): boolean {
  return value.kind === Kind.VARIABLE && value.name.value === name.value
}

/** A field without arguments has its value from the answer alone. */
function readerOf({ name, resolve }: GraphQLField<unknown, unknown>): (answer: object) => unknown {
  if (!resolve || resolve === defaultFieldResolver) return (answer) => (answer as Record<string, unknown>)[name]
  return (answer) => resolve(answer, {}, undefined, undefined as never)
}

/** Returns how values of a type are written; undefined for a type with fields. */
function jsonOf(type: GraphQLOutputType): ((value: unknown) => string) | undefined {
  const json = jsonOfValue(getNullableType(type))
  return (
    json &&
    ((value) => {
      if (value !== null && value !== undefined) return json(value)
      if (isNonNullType(type)) throw new Error('A value is missing.')
      return 'null'
    })
  )
}

function jsonOfValue(type: GraphQLOutputType): ((value: unknown) => string) | undefined {
  if (isLeafType(type)) return (value) => JSON.stringify(type.coerceOutputValue(value))
  const item = isListType(type) ? jsonOf(type.ofType) : undefined
  if (!item) return undefined
  // A list that many answers share, such as the names of a lecture, is written once.
  const written = new WeakMap<object, string>()
  return (value) => {
    const list = value as unknown[]
    let json = written.get(list)
    if (json === undefined) written.set(list, (json = `[${list.map(item).join()}]`))
    return json
  }
}
