import { createHash } from 'node:crypto'
import {
  type DocumentNode,
  execute,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  specifiedRules,
  validate,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import { LRUCache } from 'lru-cache'
import { badDocument, documentProblem, limits, parseBounded, tokenProblem } from './documentLimits.ts'
import { type DocumentWork, documentWork } from './work.ts'

/** The screens have about 500. */
const maxDocuments = 1000

/**
 * A document is compiled once it has been run so often. Compiling takes 2 to 40 ms, which somebody who makes up
 * documents should not cost us for each.
 */
const runsBeforeCompiling = 10

/** A document that may be run, and what it asks of the server. */
export interface PreparedDocument {
  document: DocumentNode
  work: DocumentWork
  /** Whether it is one of the product's own screens. */
  isOwn: boolean
}

interface PreparedDocuments {
  /** Returns whether a document costs nobody anything to prepare: it was asked before, or is one of the screens. */
  isFree(text: string): boolean
  /**
   * Parses and checks a document that is not too long (`lengthProblem`), or returns what is known of it.
   * @returns the document, or why it is refused
   */
  prepare(text: string): PreparedDocument | readonly GraphQLError[]
  /** Runs an operation of a prepared document whose variables are valid. */
  run(args: ExecutionArgs): Promise<ExecutionResult> | ExecutionResult
}

/**
 * Keeps the documents that were asked last, parsed and checked, and compiles those that are asked again: graphql-jit
 * makes a function of each, which halves what the server takes for a read (decisions/0079).
 * @param production refuses introspection, and names no fields and types that were not asked for
 * @param own the SHA-256 of the documents of the product's own screens, in base64url
 */
export function preparedDocuments(
  schema: GraphQLSchema,
  { production, own = new Set() }: { production: boolean; own?: ReadonlySet<string> },
): PreparedDocuments {
  const known = new LRUCache<string, PreparedDocument | readonly GraphQLError[]>({ max: maxDocuments })
  /** The documents of the screens, which others must not push out: they are prepared at nobody's cost. */
  const knownOwn = new Map<string, PreparedDocument | readonly GraphQLError[]>()
  const compiled = new WeakMap<DocumentNode, CompiledQuery>()
  /** How often each of the documents was run that can be compiled and are not. */
  const uncompiled = new WeakMap<DocumentNode, number>()
  const rules = production ? [...specifiedRules, NoSchemaIntrospectionCustomRule] : specifiedRules

  function check(text: string): PreparedDocument | readonly GraphQLError[] {
    let document: DocumentNode
    try {
      document = parseBounded(text)
    } catch (error) {
      const problem = tokenProblem(error) ?? error
      if (problem instanceof GraphQLError) return [problem]
      throw problem
    }
    const tooMuch = documentProblem(document)
    if (tooMuch) return [tooMuch]
    const problems = validate(schema, document, rules, { maxErrors: limits.problems, hideSuggestions: production })
    if (problems.length > 0) return problems
    const work = documentWork(schema, document)
    if (work.repeated !== null) return [badDocument(`This document asks for too much: ${work.repeated} may stand once.`)]
    // Compiled, a field of this name would be the prototype of its object.
    if (hasOneOperation(document) && !text.includes('__proto__')) uncompiled.set(document, 0)
    return { document, work, isOwn: isOwn(text) }
  }

  function compiledOf(document: DocumentNode): CompiledQuery | undefined {
    const runs = uncompiled.get(document)
    if (runs === undefined) return compiled.get(document)
    uncompiled.set(document, runs + 1)
    if (runs < runsBeforeCompiling) return undefined
    uncompiled.delete(document)
    const query = compileQuery(schema, document)
    if (!isCompiledQuery(query)) return undefined
    compiled.set(document, query)
    return query
  }

  const isOwn = (text: string) => own.has(createHash('sha256').update(text).digest('base64url'))

  return {
    isFree: (text) => knownOwn.has(text) || known.has(text) || isOwn(text),
    prepare: (text) => {
      let prepared = knownOwn.get(text) ?? known.get(text)
      if (prepared === undefined) {
        prepared = check(text)
        if (isOwn(text)) knownOwn.set(text, prepared)
        else known.set(text, prepared)
      }
      return prepared
    },
    run: (args) => {
      const query = compiledOf(args.document)
      return query ? query.query(args.rootValue, args.contextValue, args.variableValues ?? {}) : execute(args)
    },
  }
}

function hasOneOperation({ definitions }: DocumentNode): boolean {
  return definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length === 1
}
