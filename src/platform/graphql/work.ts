import { type DocumentNode, type GraphQLField, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql'

/** Bytes of a body that are read, checked and coerced in about a millisecond. */
const bytesOfUnit = 64 * 1024

/** Returns work that does not depend on who asks. */
export function workOfUnits(units: number): Omit<DocumentWork, 'repeated'> {
  return { units, openUnits: units, isHeavy: false }
}

/** Returns the work of a request besides its document: signing in, and reading a body of so many bytes. */
export function requestWork(bytes: number): Omit<DocumentWork, 'repeated'> {
  return workOfUnits(1 + Math.floor(bytes / bytesOfUnit))
}

/** Work of a root field that declares none. One unit is about a millisecond of a server's processor. */
const usualWork = 2

/** A field of so much work runs alone for its person: the same person's next one waits. */
export const heavyWork = 100

/** Who is answered by a field with declared work. */
interface Declaration {
  /** The field answers people who are not signed in. The others only refuse them. */
  isOpen?: boolean
}

/**
 * Returns the extensions of a field that takes more work than a usual one, in units of about a millisecond of processor
 * time for a school of 5,000 students. Such a field may stand once in a document.
 */
export function declaredWork(units: number, { isOpen = false }: Declaration = {}): { work: number; isOpen: boolean } {
  return { work: units, isOpen }
}

/** What a document asks of the server. */
export interface DocumentWork {
  units: number
  /** Units when nobody is signed in: most fields only refuse then. */
  openUnits: number
  isHeavy: boolean
  /** The name of a mutation, or of a field with declared work, that stands more than once; null if none does. */
  repeated: string | null
}

/**
 * Adds up the work of a valid document: of each field that declares some, wherever it stands, and of each root field. A
 * fragment counts wherever it is spread, like the fields that it stands for.
 */
export function documentWork(schema: GraphQLSchema, document: DocumentNode): DocumentWork {
  const fieldsOf = new Map<string, { fields: FieldCounts; spreads: string[] }>()
  const typeInfo = new TypeInfo(schema)
  const roots = new Set([schema.getQueryType(), schema.getMutationType()])
  const mutations = new Set(Object.values(schema.getMutationType()?.getFields() ?? {}))
  let open: { fields: FieldCounts; spreads: string[] } = { fields: new Map(), spreads: [] }
  const start = (name: string) => void fieldsOf.set(name, (open = { fields: new Map(), spreads: [] }))
  let operations = 0
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      OperationDefinition: () => start(operationName(operations++)),
      FragmentDefinition: ({ name }) => start(name.value),
      FragmentSpread: ({ name }) => void open.spreads.push(name.value),
      Field: () => {
        const field = typeInfo.getFieldDef()
        if (field && (workOf(field) !== undefined || roots.has(typeInfo.getParentType() as never)))
          open.fields.set(field, (open.fields.get(field) ?? 0) + 1)
      },
    }),
  )

  /** Documents are bounded before, so that the sums stay small, and no fragment spreads itself. */
  const totals = new Map<string, FieldCounts>()
  const totalOf = (name: string): FieldCounts => {
    const known = totals.get(name)
    if (known) return known
    const { fields = new Map(), spreads = [] } = fieldsOf.get(name) ?? {}
    const total: FieldCounts = new Map(fields)
    for (const spread of spreads) for (const [field, times] of totalOf(spread)) total.set(field, (total.get(field) ?? 0) + times)
    totals.set(name, total)
    return total
  }

  fieldsOf.set(whole, { fields: new Map(), spreads: Array.from({ length: operations }, (_, nth) => operationName(nth)) })
  const work: DocumentWork = { units: 0, openUnits: 0, isHeavy: false, repeated: null }
  for (const [field, times] of totalOf(whole)) {
    const declared = workOf(field)
    work.units += times * (declared ?? usualWork)
    work.openUnits += times * (field.extensions.isOpen ? (declared ?? usualWork) : usualWork)
    work.isHeavy ||= (declared ?? 0) >= heavyWork
    if (times > 1 && (declared !== undefined || mutations.has(field))) work.repeated ??= field.name
  }
  return work
}

/** How often each field occurs that has work. */
type FieldCounts = Map<GraphQLField<unknown, unknown>, number>

/** No fragment can have these names. */
const operationName = (nth: number) => `operation ${nth}`
const whole = 'whole document'

function workOf({ extensions }: GraphQLField<unknown, unknown>): number | undefined {
  return typeof extensions.work === 'number' ? extensions.work : undefined
}
