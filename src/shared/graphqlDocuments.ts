/** A GraphQL operation of the browser side. `scripts/documentsPlugin.ts` generates them from the `.graphql` files. */
interface OperationDocument<Data, Variables> {
  name: string
  /** Domain that the operation belongs to: its folder in `src/domains`, or 'shell' for `src/ui`. */
  domain: string
  /** Source text with all its fragments, as it is sent. */
  text: string
  /** Only for the compiler: the types of an answer and of the variables. */
  types?: (variables: Variables) => Data
}

/** A document that reads. */
export interface QueryDocument<Data, Variables> extends OperationDocument<Data, Variables> {
  kind: 'query'
}

/** A document that changes something. */
export interface MutationDocument<Data, Variables> extends OperationDocument<Data, Variables> {
  kind: 'mutation'
  /** Field of the schema's Mutation type, such as 'addStudent'. The server refuses a request that names another one. */
  field: string
}
