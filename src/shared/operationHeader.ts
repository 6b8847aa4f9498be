/**
 * The header that names the mutation of a request. The server decides by it how large the body may be, before it reads any of it, and
 * refuses a document that asks for something else.
 */
export const operationHeader = 'x-operation'
